//! The `lanke` program; see [`lanke::cli`].

fn main() -> std::process::ExitCode {
    lanke::cli::main()
}
