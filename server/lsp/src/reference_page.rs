//! The page of the documentation on the web that explains the codes of diagnostics.

use cindyscript_diagnostic::Code;
use tower_lsp::ls_types::{CodeDescription, Uri};

use crate::offers::Offers;

/// The address of the repository, such as `https://github.com/OWNER/NAME`. Only builds of a release
/// have one: the pages of their version are on the web.
const REPOSITORY: Option<&str> = option_env!("CINDYSCRIPT_REPOSITORY");

/// Returns the address of the section about a code, in the documentation of this version.
fn section(repository: &str, code: Code) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("{repository}/blob/v{version}/docs/reference.md#{code}")
}

/// Returns the link of a code, for an editor that shows such links.
pub(crate) fn description(code: Code, offers: Offers) -> Option<CodeDescription> {
    let repository = REPOSITORY.filter(|_| offers.code_links)?;
    let href: Uri = section(repository, code).parse().ok()?;
    Some(CodeDescription { href })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_address_that_is_one() {
        for &code in Code::ALL {
            let address = section("https://example.org/owner/name", code);
            assert!(address.parse::<Uri>().is_ok(), "{address}");
        }
    }
}
