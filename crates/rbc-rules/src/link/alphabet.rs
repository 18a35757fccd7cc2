//! Bytes as letters and digits, which no chat, e-mail or markup changes: base 62, 43 characters for 32 bytes.

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Bytes that are made characters together.
const BLOCK: usize = 32;

/// The character of a digit below 62.
pub(super) fn character(digit: usize) -> char {
    char::from(ALPHABET[digit])
}

/// The digit of a character.
pub(super) fn digit(character: char) -> Option<u32> {
    match character {
        '0'..='9' | 'A'..='Z' | 'a'..='z' => {
            let place = ALPHABET.iter().position(|c| char::from(*c) == character)?;
            u32::try_from(place).ok()
        }
        _ => None,
    }
}

/// Returns the fewest characters that hold `bytes` bytes of one block.
const fn characters(bytes: usize) -> usize {
    (bytes * 43).div_ceil(BLOCK)
}

/// Returns the bytes as characters, the most significant digit of each block first.
pub(super) fn write(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(characters(bytes.len()) + 1);
    for block in bytes.chunks(BLOCK) {
        let mut number: Vec<u32> = block.iter().map(|b| u32::from(*b)).collect();
        let mut digits = vec![0; characters(block.len())];
        for digit in digits.iter_mut().rev() {
            let mut remainder = 0;
            for byte in &mut number {
                let value = remainder << 8 | *byte;
                *byte = value / 62;
                remainder = value % 62;
            }
            *digit = remainder as usize;
        }
        text.extend(digits.into_iter().map(character));
    }
    text
}

/// Returns the bytes of which [`write()`] made these digits, or `None` when there are none.
pub(super) fn read(digits: &[u32]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(digits.len());
    for block in digits.chunks(characters(BLOCK)) {
        let size = (1..=BLOCK).find(|bytes| characters(*bytes) == block.len())?;
        let mut number = vec![0u32; size];
        for digit in block {
            let mut carry = *digit;
            for byte in number.iter_mut().rev() {
                let value = *byte * 62 + carry;
                *byte = value & 255;
                carry = value >> 8;
            }
            if carry != 0 {
                return None;
            }
        }
        bytes.extend(number.into_iter().map(|byte| byte as u8));
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_size_of_a_block_has_the_fewest_characters() {
        for bytes in 1..=BLOCK {
            let largest = write(&vec![255; bytes]);
            assert_eq!(largest.len(), characters(bytes));
            assert_ne!(largest.chars().next(), Some('0'), "{bytes}");
        }
    }

    proptest! {
        #[test]
        fn bytes_come_back(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let text = write(&bytes);
            let digits: Option<Vec<u32>> = text.chars().map(digit).collect();
            prop_assert_eq!(digits.and_then(|digits| read(&digits)), Some(bytes));
        }
    }
}
