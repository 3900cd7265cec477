//! The calls of a block that are folded, and the statements between them.

use crate::{NodeId, PixelFunctionId, VariableId};

/// The functions with one call in the block.
#[derive(Debug, Default)]
pub(super) struct Block {
    sites: Vec<(PixelFunctionId, Site)>,
}

/// The one call of a function: its operands and its result are variables.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) parameters: Vec<VariableId>,
    pub(super) result: VariableId,
    /// True in rounds with this call.
    pub(super) called: VariableId,
}

impl Block {
    pub(super) fn add(&mut self, function: PixelFunctionId, site: Site) {
        self.sites.push((function, site));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    pub(super) fn has(&self, function: PixelFunctionId) -> bool {
        self.sites.iter().any(|(id, _)| *id == function)
    }

    pub(super) fn get(&self, function: PixelFunctionId) -> Option<Site> {
        let mut sites = self.sites.iter();
        let (_, site) = sites.find(|(id, _)| *id == function)?;
        Some(site.clone())
    }

    pub(super) fn into_sites(self) -> Vec<(PixelFunctionId, Site)> {
        self.sites
    }
}

/// The statements of a block: each segment but the last ends with a call.
#[derive(Debug)]
pub(super) struct Segments(Vec<Vec<NodeId>>);

impl Default for Segments {
    fn default() -> Segments {
        Segments(vec![Vec::new()])
    }
}

impl Segments {
    /// Adds a statement to the last segment.
    pub(super) fn push(&mut self, statement: NodeId) {
        if let Some(last) = self.0.last_mut() {
            last.push(statement);
        }
    }

    /// Ends the last segment and begins another one.
    pub(super) fn end(&mut self) {
        self.0.push(Vec::new());
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn into_iter(self) -> std::vec::IntoIter<Vec<NodeId>> {
        self.0.into_iter()
    }
}
