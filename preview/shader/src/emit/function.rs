//! Declarations: variables, functions, the entry points.

use cindyscript_hir::types::ColourConversion;
use cindyscript_pixel::{PixelFunctionId, VariableId};

use super::{Emitter, Value, perturb};
use crate::error::ShaderError;
use crate::frame;
use crate::layout::Literal;
use crate::library::{Operand, declare};
use crate::mangle::Mangler;
use crate::options::ModuleOutput;
use crate::orbit;
use crate::repr::{Lane, Precision, Repr};
use crate::usage::VariableScope;

/// WGSL allows 126 levels of braces; but the compilers behind it are recursive, and threads have
/// small stacks.
const MAX_BLOCKS: usize = 40;

pub(super) const VERTEX: &str = "
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(4.0 * corner - 1.0, 0.0, 1.0);
}
";

/// Where the sum of a colour's components is a number, so are they.
const FRAGMENT: &str = "
@fragment
fn canvas(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let value = plot(position.xy);
    if abs(SUM) < 3e38 {
        return clamp(value, vec4f(), vec4f(1.0));
    }
    return painted(value);
}

@fragment
fn image(@builtin(position) position: vec4f) -> @location(0) vec4f {
    return plot(position.xy);
}
";

/// LLVM computes how many rounds each loop has from the rounds of those before it, and takes twice as long
/// for each further one. Within another loop it does not: that has one round, but no compiler knows.
const ONE_ROUND: &str = "
fn HEAD -> vec4f {
    var value: vec4f;
    for (var round = 0; round < i32(min(frame.resolution.x, 1.0)); round += 1) {
        value = CALL;
    }
    return value;
}
";

impl Emitter<'_> {
    pub(super) fn module(&mut self, precision: Precision, output: ModuleOutput<'_>) {
        self.writer.raw(&frame::wgsl(precision.double()));
        self.writer.raw(precision.aliases());
        self.writer.raw(&self.layout.wgsl());
        if let Some(iteration) = self.iteration {
            self.writer.raw(&orbit::points(iteration));
            self.library.define("perturb", |_| perturb::text(iteration));
        }
        self.literals();
        self.writer.raw(&self.images.wgsl());
        let usage = self.usage;
        let uniforms = (0..self.program.uniforms.len()).map(|uniform| self.layout.repr(uniform));
        for repr in usage.nodes.iter().chain(&usage.variables).chain(uniforms) {
            declare(&mut self.library, repr);
        }
        let mut mangler = Mangler::default();
        self.private_variables(&mut mangler);
        for function in &self.program.functions {
            let name = mangler.identifier("f", &function.name);
            self.functions.push(name);
        }
        for index in 0..self.program.functions.len() {
            self.function(PixelFunctionId(index as u32), mangler.clone());
        }
        match output {
            ModuleOutput::Colours => self.colours(mangler),
            ModuleOutput::Numbers(variables) => self.numbers(variables, mangler),
        }
        let (blocks, term) = self.writer.deepest();
        if blocks > MAX_BLOCKS {
            let message = format!("branches and loops nested more than {MAX_BLOCKS} levels deep");
            self.errors.push(ShaderError { term, message });
        }
    }

    /// Variables that nobody assigns: naga leaves them alone, where it would compute constants and
    /// reject the module for what comes out; drivers do not.
    fn literals(&mut self) {
        for (uniform, literal) in self.literals.iter().enumerate() {
            // Places in lists stand where the elements do.
            if let Some(Literal { text, .. }) = literal
                && self.usage.indices[uniform].is_none()
            {
                let (name, repr) = (super::fixed_name(uniform), self.layout.repr(uniform));
                let line = format!("var<private> {name}: {repr} = {text};\n");
                self.writer.raw(&line);
            }
        }
    }

    fn variables_at(&self, scope: VariableScope) -> Vec<VariableId> {
        (0..self.program.variables.len() as u32)
            .map(VariableId)
            .filter(|id| self.exists(*id) && self.usage.scopes[id.index()] == scope)
            .collect()
    }

    fn private_variables(&mut self, mangler: &mut Mangler) {
        let mut text = String::new();
        for id in self.variables_at(VariableScope::Private) {
            let name = mangler.identifier("v", &self.program.variable(id).name);
            text += &format!("var<private> {name}: {};\n", self.variable(id));
            self.names[id.index()] = name;
        }
        if self.budget.is_needed() {
            let rounds = self.budget.rounds;
            text += &format!("var<private> rounds_left: u32 = {rounds}u;\n");
        }
        if !text.is_empty() {
            self.writer.raw("\n");
            self.writer.raw(&text);
        }
    }

    /// Names the variables of a function, and declares those that are not in `declared`.
    fn local_variables(
        &mut self,
        scope: VariableScope,
        mangler: &mut Mangler,
        declared: &[VariableId],
    ) {
        for id in self.variables_at(scope) {
            if declared.contains(&id) {
                continue;
            }
            let name = mangler.identifier("v", &self.program.variable(id).name);
            self.writer
                .line(&format!("var {name}: {};", self.variable(id)));
            self.names[id.index()] = name;
        }
    }

    fn function(&mut self, id: PixelFunctionId, mut mangler: Mangler) {
        let program = self.program;
        let function = program.function(id);
        self.temporaries = 0;
        let mut parameters = Vec::new();
        let mut copies = Vec::new();
        for &parameter in &function.parameters {
            let name = &program.variable(parameter).name;
            let repr = self.variable(parameter).clone();
            let scope = self.usage.scopes[parameter.index()];
            let private = scope == VariableScope::Private;
            if private || self.usage.assigned[parameter.index()] {
                let incoming = mangler.identifier("p", name);
                if private && repr != Repr::Unit {
                    copies.push(format!("{} = {incoming};", self.names[parameter.index()]));
                } else if repr != Repr::Unit {
                    let own = mangler.identifier("v", name);
                    copies.push(format!("var {own} = {incoming};"));
                    self.names[parameter.index()] = own;
                }
                parameters.push(format!("{incoming}: {repr}"));
            } else {
                let name = mangler.identifier("v", name);
                parameters.push(format!("{name}: {repr}"));
                self.names[parameter.index()] = name;
            }
        }
        let result = self.usage.results[id.index()].clone();
        let arrow = if result == Repr::Unit {
            String::new()
        } else {
            format!(" -> {result}")
        };
        let outer = self.writer.enter(program.node(function.body).term);
        self.writer.raw("\n");
        let name = &self.functions[id.index()];
        self.writer
            .open(&format!("fn {name}({}){arrow} {{", parameters.join(", ")));
        copies.iter().for_each(|copy| self.writer.line(copy));
        self.local_variables(
            VariableScope::Local(Some(id)),
            &mut mangler,
            &function.parameters,
        );
        if result == Repr::Unit {
            self.run(function.body, super::Sink::Discard);
        } else {
            let value = self.value_as(function.body, &result);
            self.writer.line(&format!("return {};", value.text()));
        }
        self.writer.close();
        self.writer.leave(outer);
    }

    /// What paints the colour of each pixel.
    fn colours(&mut self, mangler: Mangler) {
        self.plot(mangler);
        self.writer.raw(VERTEX);
        let sum = match self.program.colour {
            ColourConversion::Grey => "value.r",
            ColourConversion::Rgb => "value.r + value.g + value.b",
            ColourConversion::Rgba => "value.r + value.g + value.b + value.a",
        };
        self.writer.raw(&FRAGMENT.replace("SUM", sum));
        self.library.require("painted");
    }

    /// The function from a pixel to its colour.
    fn plot(&mut self, mangler: Mangler) {
        let program = self.program;
        self.at_pixel("plot", &[("pixel", "vec2f")], mangler);
        let want = match program.colour {
            ColourConversion::Grey => Repr::Real,
            ColourConversion::Rgb => Repr::Vector(3, Lane::Real),
            ColourConversion::Rgba => Repr::Vector(4, Lane::Real),
        };
        let value = self.value_as(program.body, &want);
        let colour = match program.colour {
            ColourConversion::Grey => format!("vec4f(vec3f({}), 1.0)", value.text()),
            ColourConversion::Rgb => format!("vec4f({}, 1.0)", value.text()),
            ColourConversion::Rgba => value.text().to_owned(),
        };
        self.writer.line(&format!("return {colour};"));
        self.writer.close();
    }

    /// Begins the function in which the program's body is evaluated.
    pub(super) fn at_pixel(
        &mut self,
        name: &str,
        parameters: &[(&str, &str)],
        mut mangler: Mangler,
    ) {
        let names: Vec<_> = parameters.iter().map(|(name, _)| *name).collect();
        let parameters = parameters.iter().map(|(name, ty)| format!("{name}: {ty}"));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let round = format!("{name}_in_round");
        let name = match self.budget.has_long_row {
            true => {
                let call = format!("{round}({})", names.join(", "));
                let one_round = ONE_ROUND.replace("HEAD", &format!("{name}({parameters})"));
                self.writer.raw(&one_round.replace("CALL", &call));
                &round
            }
            false => name,
        };
        self.temporaries = 0;
        self.writer.raw("\n");
        self.writer
            .open(&format!("fn {name}({parameters}) -> vec4f {{"));
        if self.usage.random {
            let seed = self.library.require("random_seed");
            self.writer.line(&format!("{seed}(pixel);"));
        }
        if self.iteration.is_some() {
            self.writer.line("orbit_pixel = pixel;");
        }
        let declared = self.pixel_variables(&mut mangler);
        self.local_variables(VariableScope::Local(None), &mut mangler, &declared);
    }

    /// Gives the variables that stand for the pixel their values; those that the program never
    /// assigns are declared on the way. Returns the latter.
    fn pixel_variables(&mut self, mangler: &mut Mangler) -> Vec<VariableId> {
        let program = self.program;
        let mut declared = Vec::new();
        let existing = program.pixel.iter().filter(|(id, _)| self.exists(*id));
        let are_double: Vec<_> = existing
            .map(|(id, _)| self.variable(*id).is_double())
            .collect();
        for is_double in [false, true] {
            if are_double.contains(&is_double) {
                self.world(is_double);
            }
        }
        for &(id, coordinate) in &program.pixel {
            if self.exists(id) {
                let is_double = self.variable(id).is_double();
                let coordinate = self.library.coordinate(coordinate, is_double);
                declared.extend(self.begin_with(id, coordinate, mangler));
            }
        }
        if let Some(id) = program.view_width.filter(|id| self.exists(*id)) {
            let width = Operand::atom("distance(frame.view.xy, frame.view.zw)", Repr::Real);
            declared.extend(self.begin_with(id, width, mangler));
        }
        declared
    }

    /// Gives a variable the value that it has on entry. Returns it if it is declared on the way.
    fn begin_with(
        &mut self,
        id: VariableId,
        value: Operand,
        mangler: &mut Mangler,
    ) -> Option<VariableId> {
        let wanted = self.variable(id).clone();
        let value = Value {
            operand: value,
            ..Value::constant("", wanted.clone())
        };
        let value = self.convert(value, &wanted);
        let is_local = self.usage.scopes[id.index()] != VariableScope::Private;
        let keyword = match (is_local, self.usage.assigned[id.index()]) {
            (false, _) => "",
            (true, true) => "var ",
            (true, false) => "let ",
        };
        if is_local {
            self.names[id.index()] = mangler.identifier("v", &self.program.variable(id).name);
        }
        let line = format!("{keyword}{} = {};", self.names[id.index()], value.text());
        self.writer.line(&line);
        is_local.then_some(id)
    }

    /// Where the pixel lies: a vector, or a complex number of double precision.
    fn world(&mut self, is_double: bool) {
        if is_double {
            let function = self.library.require("double_world");
            return self
                .writer
                .line(&format!("let double_place = {function}(pixel);"));
        }
        self.writer.line("let position = vec3f(pixel, 1.0);");
        self.writer.line(
            "let world = vec2f(dot(frame.world_x.xyz, position), dot(frame.world_y.xyz, position));",
        );
    }
}
