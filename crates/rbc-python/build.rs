//! Tells the linker that Python's own functions come from whoever loads the library: macOS wants to know.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
