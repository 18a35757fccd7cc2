//! `outpost rules`: questions about the rules, one JSON object a line.

use std::io::{BufRead, Read as _, Write, stdin, stdout};

use rbc_rules::{Move, Position, Square};
use serde_json::{Map, Value, json};

use crate::{Command, Failure};

pub const COMMAND: Command = Command {
    name: "rules",
    summary: "answer questions about the rules, JSON lines in and out",
    help,
    run,
};

/// Bytes of a line above which it is refused: a question takes a few hundred.
const MAX_LINE: usize = 1 << 16;

struct Method {
    name: &'static str,
    fields: &'static str,
    summary: &'static str,
    answer: fn(&Question<'_>) -> Result<Value, String>,
}

const METHODS: &[Method] = &[
    Method {
        name: "move_actions",
        fields: "fen",
        summary: "every request that is accepted, as UCI texts",
        answer: move_actions,
    },
    Method {
        name: "revise_move",
        fields: "fen, move",
        summary: "the move that is taken when \"move\" is requested (null: a pass), or null",
        answer: revise_move,
    },
    Method {
        name: "capture_square",
        fields: "fen, move",
        summary: "where the taken move \"move\" captures (0..63), or null",
        answer: capture_square,
    },
    Method {
        name: "sense",
        fields: "fen, square",
        summary: "[[square, piece letter or null], ...] around \"square\" (null: [])",
        answer: sense,
    },
    Method {
        name: "push",
        fields: "fen, move",
        summary: "the FEN after the taken move \"move\" (null: a pass)",
        answer: push,
    },
];

fn help() -> String {
    let mut text = String::from(
        "outpost rules - answer questions about the rules\n\n\
         Usage: outpost rules < QUESTIONS\n\n\
         One JSON object a line in, one out, until the input ends:\n\
         \x20 {\"id\": 1, \"method\": \"sense\", \"fen\": \"...\", \"square\": 12}\n\
         \x20 {\"id\": 1, \"result\": [...]}   or   {\"id\": 1, \"error\": \"square: ...\"}\n\n\
         \"id\" is anything and comes back as it is. Squares are numbers (a1 = 0, b1 = 1, h8 = 63) or\n\
         names; moves are UCI. FENs are written with the en passant square after every double step.\n\n\
         Methods:\n",
    );
    for method in METHODS {
        text.push_str(&format!(
            "  {:<15} {:<12} {}\n",
            method.name, method.fields, method.summary
        ));
    }
    text
}

fn run(parser: &mut lexopt::Parser) -> Result<bool, Failure> {
    if let Some(argument) = parser.next()? {
        return Err(argument.unexpected().into());
    }
    match serve(&mut stdin().lock(), &mut stdout().lock()) {
        // The other side has gone.
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => Ok(true),
        served => served.map(|()| true).map_err(Failure::from),
    }
}

fn serve(input: &mut impl BufRead, output: &mut impl Write) -> std::io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = u64::try_from(MAX_LINE).unwrap_or(u64::MAX);
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() == MAX_LINE && line.last() != Some(&b'\n') {
            skip_line(input)?;
            json!({ "id": null, "error": format!("a line of more than {MAX_LINE} bytes") })
        } else if line.trim_ascii().is_empty() {
            continue;
        } else {
            answer(&line)
        };
        serde_json::to_writer(&mut *output, &answer)?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

/// Passes over the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let newline = buffer.iter().position(|b| *b == b'\n');
        let (used, done) = newline.map_or((buffer.len(), buffer.is_empty()), |i| (i + 1, true));
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn answer(line: &[u8]) -> Value {
    let question: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(e) => return json!({ "id": null, "error": format!("not a JSON object: {e}") }),
    };
    let id = question.get("id").cloned().unwrap_or(Value::Null);
    let result = match question.get("method") {
        Some(Value::String(name)) => METHODS
            .iter()
            .find(|m| m.name == name)
            .ok_or_else(|| format!("method: unknown {:?}; {}", shorten(name), known_methods()))
            .and_then(|method| (method.answer)(&Question(&question))),
        Some(_) => Err(format!("method: not a text; {}", known_methods())),
        None => Err(format!("method: missing; {}", known_methods())),
    };
    match result {
        Ok(result) => json!({ "id": id, "result": result }),
        Err(error) => json!({ "id": id, "error": error }),
    }
}

fn known_methods() -> String {
    let names: Vec<&str> = METHODS.iter().map(|m| m.name).collect();
    format!("the methods are {}", names.join(", "))
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The fields of a question.
struct Question<'a>(&'a Map<String, Value>);

impl Question<'_> {
    fn position(&self) -> Result<Position, String> {
        match self.0.get("fen") {
            Some(Value::String(fen)) => fen.parse().map_err(|e| format!("fen: {e}")),
            Some(_) => Err("fen: not a text".to_owned()),
            None => Err("fen: missing".to_owned()),
        }
    }

    fn a_move(&self) -> Result<Option<Move>, String> {
        match self.0.get("move") {
            Some(Value::Null) => Ok(None),
            Some(Value::String(uci)) => uci.parse().map(Some).map_err(|e| format!("move: {e}")),
            Some(_) => Err("move: neither a UCI text nor null".to_owned()),
            None => Err("move: missing (null is a pass)".to_owned()),
        }
    }

    fn square(&self) -> Result<Option<Square>, String> {
        let value = match self.0.get("square") {
            None => return Err("square: missing (null is no sense)".to_owned()),
            Some(Value::Null) => return Ok(None),
            Some(value) => value,
        };
        let square = match value {
            Value::Number(n) => n
                .as_u64()
                .and_then(|n| u32::try_from(n).ok())
                .and_then(|n| Square::try_from(n).ok()),
            Value::String(name) => name.parse().ok(),
            _ => None,
        };
        let got = shorten(&value.to_string());
        square
            .map(Some)
            .ok_or_else(|| format!("square: expected 0..63, a name such as e4, or null, got {got}"))
    }

    /// A move that is taken as it stands, or a pass.
    fn taken(&self, position: &Position) -> Result<Option<Move>, String> {
        let taken = self.a_move()?;
        let own = position.own_side(position.turn());
        match taken {
            Some(m) if !own.may_request(m) || position.taken_move(m) != Some(m) => {
                Err(format!("move: {m} cannot be taken here"))
            }
            _ => Ok(taken),
        }
    }
}

fn square_value(square: Option<Square>) -> Value {
    square.map_or(Value::Null, |s| s.to_u32().into())
}

fn move_actions(question: &Question<'_>) -> Result<Value, String> {
    let position = question.position()?;
    let requests = position.own_side(position.turn()).requests();
    Ok(requests.iter().map(Move::to_string).collect())
}

fn revise_move(question: &Question<'_>) -> Result<Value, String> {
    let position = question.position()?;
    let own = position.own_side(position.turn());
    let Some(request) = question.a_move()? else {
        return Ok(Value::Null);
    };
    if !own.may_request(request) {
        return Err(format!("move: {request} is not in move_actions"));
    }
    let taken = position.taken_move(own.with_promotion(request));
    Ok(taken.map_or(Value::Null, |m| m.to_string().into()))
}

fn capture_square(question: &Question<'_>) -> Result<Value, String> {
    let position = question.position()?;
    let taken = question.taken(&position)?;
    Ok(square_value(taken.and_then(|m| position.capture_square(m))))
}

fn sense(question: &Question<'_>) -> Result<Value, String> {
    let position = question.position()?;
    let shown = position.sense(question.square()?);
    let contents = shown.contents.iter().map(|(square, piece)| {
        let letter = piece.map(|p| p.char().to_string());
        json!([square.to_u32(), letter])
    });
    Ok(contents.collect())
}

fn push(question: &Question<'_>) -> Result<Value, String> {
    let mut position = question.position()?;
    let taken = question.taken(&position)?;
    position.push(taken);
    Ok(position.fen().into())
}
