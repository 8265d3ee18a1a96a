//! `lanke config`: the effective configuration, ready to be saved and edited.

use crate::settings::Settings;
use anyhow::Result;
use std::process::ExitCode;

pub(super) fn run(settings: &Settings) -> Result<ExitCode> {
    out!("{}", settings.to_toml());
    Ok(ExitCode::SUCCESS)
}
