//! Comparisons of what is of unlike kinds, which are always false.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Callee, Children, TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::Body;

use super::Checker;
use super::names::write;

impl Checker<'_> {
    /// `x == "5"` where x is a number.
    pub(super) fn never_equal(&mut self, body: &Body, term: TermId, row: &Callee, given: Children) {
        let program = &self.analysis.program;
        let is_equal = match row.intrinsic() {
            Some(Intrinsic::Equal) => true,
            Some(Intrinsic::Unequal) => false,
            _ => return,
        };
        let &[a, b] = program.children(given) else {
            return;
        };
        let [a_ty, b_ty] = [a, b].map(|operand| self.solution.ty(body.slot(operand)));
        let (number, scalar, string) = match (a_ty, b_ty) {
            (Type::Scalar(scalar), Type::String) => (a_ty, *scalar, b),
            (Type::String, Type::Scalar(scalar)) => (b_ty, *scalar, a),
            _ => return,
        };
        let always = if is_equal { "false" } else { "true" };
        let message = format!(
            "{} never equals a string: this is always {always}",
            number.in_words()
        );
        // The content of the string.
        let said = match program.kind(string) {
            TermKind::Text(text) => program.text(text).trim(),
            _ => "",
        };
        let is_meant = match scalar {
            Scalar::Boolean => presets::truth(said).is_some(),
            _ => said.parse::<f64>().is_ok() && said.starts_with(|c: char| c.is_ascii_digit()),
        };
        let fix = is_meant.then(|| write(self.analysis.range(string), said));
        let help = is_meant.then(|| format!("write {said} without quotation marks"));
        if let Some(told) = self.say(term, Code::UnlikeComparison, message) {
            told.help = help;
            told.fix = fix;
        }
    }
}
