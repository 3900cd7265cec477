//! The size of a module once drivers have written out all calls.

use super::{Module, visit};

impl Module {
    /// The number of loops once drivers have written out all calls. It leaves out loops whose rounds are a
    /// number in the text: drivers write out those as well.
    #[must_use]
    pub fn loops(&self) -> u64 {
        self.written_out(&|function, statement| match statement {
            naga::Statement::Loop { body, .. } => u64::from(!counts_to_a_number(function, body)),
            _ => 0,
        })
    }

    /// Bytes of the arrays that functions keep in variables, once all calls are written out, as drivers
    /// do.
    #[must_use]
    pub fn array_bytes(&self) -> u64 {
        let context = self.naga.to_ctx();
        let of_function = |function: &naga::Function| -> u64 {
            let variables = function.local_variables.iter();
            let types = variables.map(|(_, variable)| &self.naga.types[variable.ty].inner);
            let arrays = types.filter(|ty| matches!(ty, naga::TypeInner::Array { .. }));
            arrays.map(|ty| u64::from(ty.size(context))).sum()
        };
        let callees = self.naga.functions.iter();
        let callees: Vec<u64> = callees.map(|(_, it)| of_function(it)).collect();
        let entry_points = self.naga.entry_points.iter();
        let own = entry_points.map(|entry| of_function(&entry.function));
        let called = self.written_out(&|_, statement| match statement {
            naga::Statement::Call { function, .. } => {
                callees.get(function.index()).copied().unwrap_or_default()
            }
            _ => 0,
        });
        called.saturating_add(own.max().unwrap_or_default())
    }

    /// The sum of a count of all statements of the entry point that has most, once all calls are
    /// written out.
    fn written_out(&self, count: &dyn Fn(&naga::Function, &naga::Statement) -> u64) -> u64 {
        // Callees come first.
        let mut within: Vec<u64> = Vec::new();
        let total = |within: &[u64], function: &naga::Function| {
            let mut total: u64 = 0;
            visit(&function.body, &mut |statement| {
                total = total.saturating_add(count(function, statement));
                if let naga::Statement::Call {
                    function: callee, ..
                } = statement
                {
                    let callee = within.get(callee.index()).copied();
                    total = total.saturating_add(callee.unwrap_or_default());
                }
            });
            total
        };
        for (_, function) in self.naga.functions.iter() {
            let total = total(&within, function);
            within.push(total);
        }
        let entry_points = self.naga.entry_points.iter();
        let totals = entry_points.map(|entry| total(&within, &entry.function));
        totals.max().unwrap_or_default()
    }
}

/// True if a loop begins with the question whether a number in the text is reached.
fn counts_to_a_number(function: &naga::Function, body: &naga::Block) -> bool {
    let condition = body.iter().find_map(|statement| match statement {
        naga::Statement::If { condition, .. } => Some(*condition),
        _ => None,
    });
    condition.is_some_and(|condition| match function.expressions[condition] {
        naga::Expression::Binary {
            op: naga::BinaryOperator::Less | naga::BinaryOperator::LessEqual,
            right,
            ..
        } => matches!(
            function.expressions[right],
            naga::Expression::Literal(_) | naga::Expression::Constant(_)
        ),
        _ => false,
    })
}
