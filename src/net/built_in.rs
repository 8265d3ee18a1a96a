//! The network that comes with the program.

use super::evaluate::Network;
use super::quantized::Way;
use std::sync::LazyLock;

/// Made by the recipe in `TRAINING.md` beside it.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The network that comes with the program; its weights are made ready at the first call.
///
/// # Panics
/// Never, as a test makes sure: the weights are part of the program.
#[must_use]
pub fn built_in() -> &'static Network {
    static NETWORK: LazyLock<Network> = LazyLock::new(|| match Network::read(WEIGHTS) {
        Ok(network) => network,
        Err(error) => unreachable!("the weights that come with the program: {error}"),
    });
    &NETWORK
}

/// The same where this processor runs it fast enough to be worth its time.
#[must_use]
pub fn built_in_if_fast() -> Option<&'static Network> {
    (!Way::all().is_empty()).then(built_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_whole_and_at_most_a_megabyte() {
        assert!(WEIGHTS.len() <= 1_000_000);
        assert!(built_in().model().shape().blocks > 0);
    }
}
