//! `run-wasm-bindgen MODULE FOLDER NAME`: writes the bindings of a module for the web.
//!
//! What `wasm-bindgen --target=web` does. The published program brings an HTTP
//! client and server for its test runner, takes several times as long to compile,
//! and comes with a lock that names a withdrawn release.

use std::env::args;

fn main() {
    let arguments: Vec<String> = args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        panic!("usage: run-wasm-bindgen MODULE FOLDER NAME");
    };
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .remove_name_section(true)
        .remove_producers_section(true)
        .typescript(true)
        .omit_default_module_path(false)
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .unwrap_or_else(|error| panic!("{module}: {error:?}"));
}
