//! The characters of a record: its bytes to text, whatever it says of itself.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

/// How far into a file its `CA` property is looked for.
const HEAD: usize = 4096;

/// The text of a record and the name of its character set. Never fails: what cannot be read becomes U+FFFD.
///
/// A byte order mark decides; then valid UTF-8 is UTF-8; then the set named by `CA` if the bytes fit it; then a
/// guess from the bytes.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, &'static str) {
    let encoding = choose(bytes);
    let (text, used, _) = encoding.decode(bytes);
    (text.into_owned(), used.name())
}

fn choose(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    if let Some(encoding) = unmarked_utf_16(bytes) {
        return encoding;
    }
    let named = declared(&bytes[..bytes.len().min(HEAD)]);
    if bytes.contains(&0x1b) && named == Some(ISO_2022_JP) {
        return ISO_2022_JP;
    }
    if simple_utf_8(bytes) {
        return UTF_8;
    }
    let fits = |encoding: &&'static Encoding| !encoding.decode_without_bom_handling(bytes).1;
    named.filter(fits).unwrap_or_else(|| guess(bytes))
}

/// UTF-8 that may end in the middle of a character.
fn simple_utf_8(bytes: &[u8]) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    }
}

/// ASCII in 16 bits has a zero in every other byte.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes.get(..4)? {
        [b'(', 0, _, 0] => Some(UTF_16LE),
        [0, b'(', 0, _] => Some(UTF_16BE),
        _ => None,
    }
}

/// The character set that the first `CA[…]` names.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let start = head.windows(3).position(|bytes| bytes == b"CA[")? + 3;
    let length = head[start..].iter().position(|&byte| byte == b']')?;
    Encoding::for_label(&head[start..start + length])
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_KR, GB18030, SHIFT_JIS};

    fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        encoding.encode(text).0.into_owned()
    }

    #[test]
    fn text_without_a_named_character_set_is_recognized() {
        for (encoding, players) in [
            (
                GB18030,
                "PB[柯洁]PW[申真谞]C[黑中盘胜,白棋在左下角的战斗中失误]EV[第二十五届三星杯世界围棋大师赛]",
            ),
            (
                SHIFT_JIS,
                "PB[井山裕太]PW[一力遼]C[これはコメントです]EV[第四十八期名人戦七番勝負]",
            ),
            (
                EUC_KR,
                "PB[신진서]PW[박정환]C[흑이 불계승으로 이겼습니다]EV[제28기 GS칼텍스배 프로기전]",
            ),
        ] {
            let text = format!("(;GM[1]SZ[19]{players};B[pd])");
            assert_eq!(decode(&encoded(encoding, &text)).0, text, "{}", encoding.name());
        }
    }

    #[test]
    fn the_named_character_set_is_used_only_if_the_bytes_fit() {
        let text = "(;CA[Shift_JIS]PB[ソ表能])";
        assert_eq!(decode(&encoded(SHIFT_JIS, text)), (text.to_string(), "Shift_JIS"));
        assert_eq!(decode(text.as_bytes()), (text.to_string(), "UTF-8"));
        let nonsense = "(;CA[no such set]PB[é])";
        assert_eq!(decode(nonsense.as_bytes()).0, nonsense);
        let latin = b"(;CA[UTF-8]PB[Ren\xe9])";
        assert_eq!(decode(latin).0, "(;CA[UTF-8]PB[René])");
    }

    #[test]
    fn marks_and_sixteen_bit_text_are_understood() {
        let text = "(;PB[圍棋])";
        let wide = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let little = wide(u16::to_le_bytes);
        assert_eq!(decode(&little).0, text);
        assert_eq!(decode(&wide(u16::to_be_bytes)).0, text);
        assert_eq!(decode(&[&[0xff, 0xfe][..], &little].concat()).0, text);
        assert_eq!(decode(&[&[0xef, 0xbb, 0xbf][..], text.as_bytes()].concat()).0, text);
    }
}
