//! Tells the linker that Python's own functions come from whoever loads the library (macOS wants to know), and what to leave out.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
    let is = |variable: &str, value: &str| std::env::var(variable).is_ok_and(|v| v == value);
    if is("CARGO_CFG_TARGET_OS", "linux") {
        // The debug information of the crates it contains is five times the size of the rest. The names of functions, of which the
        // optimiser makes some that differ from build to build, help whoever debugs a build of development only.
        let leave_out = if is("PROFILE", "release") {
            "all"
        } else {
            "debug"
        };
        println!("cargo::rustc-cdylib-link-arg=-Wl,--strip-{leave_out}");
    }
}
