//! `outpost rules`: answers questions about the rules, one JSON object per line.

use std::io::{stdin, stdout};

use clap::Args;
use rbc_rules::{Move, Position, Square};
use serde_json::{Value, json};

use crate::{
    Failure,
    json_lines::{Line, Message, serve, shorten},
};

struct Method {
    name: &'static str,
    fields: &'static str,
    summary: &'static str,
    answer: fn(&Message) -> Result<Value, String>,
}

const METHODS: &[Method] = &[
    Method {
        name: "move_actions",
        fields: "fen",
        summary: "all requests that are accepted, in UCI",
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

/// Answer questions about the rules, over JSON lines
///
/// Reads one JSON object per line and answers each with one, until the input ends:
///
///   {"id": 1, "method": "sense", "fen": "...", "square": 12}
///   {"id": 1, "result": [...]}   or   {"id": 1, "error": "square: ..."}
///
/// "id" is anything and is sent back as it is. Squares are numbers (a1 = 0, b1 = 1, h8 = 63) or names;
/// moves are UCI. FENs have the en passant square after every double step.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = methods())]
pub struct Options {}

fn methods() -> String {
    let mut text = String::from("Methods:\n");
    for method in METHODS {
        text.push_str(&format!(
            "  {:<15} {:<12} {}\n",
            method.name, method.fields, method.summary
        ));
    }
    text
}

/// Answers until the input ends.
///
/// # Errors
///
/// If the answers cannot be written.
pub fn run(_: &Options) -> Result<bool, Failure> {
    serve(&mut stdin().lock(), &mut stdout().lock(), &mut answer)?;
    Ok(true)
}

fn answer(line: Line<'_>) -> Option<Value> {
    if line.is_blank() {
        return None;
    }
    let question = match line.message() {
        Ok(question) => question,
        Err(error) => return Some(json!({ "id": null, "error": error })),
    };
    let id = question.get("id").cloned().unwrap_or(Value::Null);
    let result = match question.get("method") {
        Some(Value::String(name)) => METHODS
            .iter()
            .find(|m| m.name == name)
            .ok_or_else(|| format!("method: unknown {:?}; {}", shorten(name), known_methods()))
            .and_then(|method| (method.answer)(&question)),
        Some(_) => Err(format!("method: not a text; {}", known_methods())),
        None => Err(format!("method: missing; {}", known_methods())),
    };
    Some(match result {
        Ok(result) => json!({ "id": id, "result": result }),
        Err(error) => json!({ "id": id, "error": error }),
    })
}

fn known_methods() -> String {
    let names: Vec<&str> = METHODS.iter().map(|m| m.name).collect();
    format!("the methods are {}", names.join(", "))
}

/// Reads the move of a question; null is a pass.
fn requested(question: &Message) -> Result<Option<Move>, String> {
    question.a_move("move", "a pass")
}

/// Reads a move that is taken as it is, or a pass.
fn taken(question: &Message, position: &Position) -> Result<Option<Move>, String> {
    let taken = requested(question)?;
    let own = position.own_side(position.turn());
    match taken {
        Some(m) if !own.may_request(m) || position.taken_move(m) != Some(m) => {
            Err(format!("move: {m} cannot be taken here"))
        }
        _ => Ok(taken),
    }
}

fn square_value(square: Option<Square>) -> Value {
    square.map_or(Value::Null, |s| s.to_u32().into())
}

fn move_actions(question: &Message) -> Result<Value, String> {
    let position = question.position("fen")?;
    let requests = position.own_side(position.turn()).requests();
    Ok(requests.iter().map(Move::to_string).collect())
}

fn revise_move(question: &Message) -> Result<Value, String> {
    let position = question.position("fen")?;
    let own = position.own_side(position.turn());
    let Some(request) = requested(question)? else {
        return Ok(Value::Null);
    };
    if !own.may_request(request) {
        return Err(format!("move: {request} is not in move_actions"));
    }
    let taken = position.taken_move(own.with_promotion(request));
    Ok(taken.map_or(Value::Null, |m| m.to_string().into()))
}

fn capture_square(question: &Message) -> Result<Value, String> {
    let position = question.position("fen")?;
    let taken = taken(question, &position)?;
    Ok(square_value(taken.and_then(|m| position.capture_square(m))))
}

fn sense(question: &Message) -> Result<Value, String> {
    let position = question.position("fen")?;
    let shown = position.sense(question.square("square", "no sense")?);
    let contents = shown.contents.iter().map(|(square, piece)| {
        let letter = piece.map(|p| p.char().to_string());
        json!([square.to_u32(), letter])
    });
    Ok(contents.collect())
}

fn push(question: &Message) -> Result<Value, String> {
    let mut position = question.position("fen")?;
    let taken = taken(question, &position)?;
    position.push(taken);
    Ok(position.fen().into())
}
