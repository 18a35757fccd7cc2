//! Names and notes: each bit of each byte is predicted from the bytes before it.

use std::sync::OnceLock;

use super::{LinkError, MAX_TEXT, coder::Coder};

/// What a text ends with: no byte of UTF-8.
const END: u8 = 0xff;

/// What the model has read before any text of a link, so that short texts are foretold too. Part of version 1.
const PRIMER: &str = include_str!("primer.txt");

/// Bytes that are looked back on, at most.
const ORDERS: usize = 4;

/// Slots for each number of bytes that are looked back on.
const SLOTS: usize = 1 << 16;

/// The likelihood of a 1 in one context, of 65536, and how often the context was met.
#[derive(Clone, Copy)]
struct Slot {
    one: u16,
    met: u16,
}

/// The names and notes of a link, with one model for all of them, made when the first is met.
#[derive(Default)]
pub(super) struct Texts(Option<Model>);

/// The model before any text of a link: making it takes longer than reading most links.
static PRIMED: OnceLock<Model> = OnceLock::new();

impl Texts {
    /// Codes a text.
    pub(super) fn text(
        &mut self,
        coder: &mut impl Coder,
        given: Option<&str>,
    ) -> Result<String, LinkError> {
        let primed = || PRIMED.get_or_init(Model::primed).clone();
        self.0.get_or_insert_with(primed).text(coder, given)
    }

    /// Codes a text that may be missing.
    pub(super) fn optional(
        &mut self,
        coder: &mut impl Coder,
        given: Option<&str>,
    ) -> Result<Option<String>, LinkError> {
        if coder.flag([1, 3], given.is_some())? {
            self.text(coder, given).map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Contexts of nought to three bytes, mixed.
#[derive(Clone)]
struct Model {
    slots: Vec<Slot>,
    /// The bytes before, the last lowest.
    before: u32,
    /// Bytes of all texts so far.
    size: usize,
}

impl Model {
    fn primed() -> Model {
        let mut model = Model {
            slots: vec![
                Slot {
                    one: 1 << 15,
                    met: 0
                };
                ORDERS * SLOTS
            ],
            before: u32::from(END),
            size: 0,
        };
        for line in PRIMER.lines() {
            for byte in line.bytes().chain([END]) {
                for place in 0..8 {
                    let slots = model.contexts(1 << place | u32::from(byte) >> (8 - place));
                    model.learn(slots, byte >> (7 - place) & 1 == 1);
                }
                model.before = model.before << 8 | u32::from(byte);
            }
        }
        model
    }

    fn text(&mut self, coder: &mut impl Coder, given: Option<&str>) -> Result<String, LinkError> {
        let mut given = given.unwrap_or_default().bytes();
        let mut read = Vec::new();
        loop {
            let byte = self.byte(coder, given.next().unwrap_or(END))?;
            if byte == END {
                break;
            }
            self.size += 1;
            if self.size > MAX_TEXT {
                return Err(LinkError::Impossible("its notes are too long"));
            }
            read.push(byte);
        }
        String::from_utf8(read).map_err(|_| LinkError::Impossible("a note is no text"))
    }

    fn byte(&mut self, coder: &mut impl Coder, value: u8) -> Result<u8, LinkError> {
        // The bits so far, behind a 1.
        let mut bits = 1;
        for place in (0..8).rev() {
            let slots = self.contexts(bits);
            let one = self.likelihood(slots);
            let bit = coder.flag([65536 - one, one], value >> place & 1 == 1)?;
            self.learn(slots, bit);
            bits = bits << 1 | u32::from(bit);
        }
        self.before = self.before << 8 | bits & 255;
        Ok(bits as u8)
    }

    /// The slots of the contexts that now hold, by bytes looked back on.
    fn contexts(&self, bits: u32) -> [usize; ORDERS] {
        std::array::from_fn(|order| {
            let before = self.before & ((1 << (8 * order)) - 1);
            let hash = before.wrapping_mul(0x9E37_79B1) ^ bits.wrapping_mul(0x85EB_CA6B);
            order * SLOTS + (hash.wrapping_mul(0xC2B2_AE35) >> 16) as usize
        })
    }

    /// How likely a 1 is, of 65536: longer contexts, and such as were met more often, count more.
    fn likelihood(&self, slots: [usize; ORDERS]) -> u32 {
        let (mut sum, mut weights) = (1 << 15, 1);
        for (order, slot) in slots.into_iter().enumerate() {
            let Slot { one, met } = self.slots[slot];
            let weight = u64::from(met) << (WEIGHT * order);
            sum += weight * u64::from(one);
            weights += weight;
        }
        (sum / weights).clamp(64, 65536 - 64) as u32
    }

    fn learn(&mut self, slots: [usize; ORDERS], bit: bool) {
        for slot in slots {
            let Slot { one, met } = &mut self.slots[slot];
            let target = if bit { 65535 } else { 0 };
            let step = (target - i32::from(*one)) * 2 / (2 * i32::from(*met) + 3);
            *one = (i32::from(*one) + step) as u16;
            *met = (*met + 1).min(MOST_MET);
        }
    }
}

/// Each byte that is looked back on makes a context count so much more, in binary digits.
const WEIGHT: usize = 3;

/// Meetings that are counted.
const MOST_MET: u16 = 30;
