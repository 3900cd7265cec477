//! Starts the language server in Zed.

use zed_extension_api as zed;

struct CindyScript;

impl zed::Extension for CindyScript {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree.which("cindyscript-server");
        let command = command.ok_or("cindyscript-server is not on PATH")?;
        Ok(zed::Command {
            command,
            args: vec![],
            env: vec![],
        })
    }
}

zed::register_extension!(CindyScript);
