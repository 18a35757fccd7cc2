//! Tells the linker that Python's own functions come from whoever loads the library (macOS wants to know), and to leave out debug
//! information.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
    // Of the crates it contains: five times the size of the rest.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--strip-debug");
    }
}
