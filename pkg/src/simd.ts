/** Whether WebAssembly has what the engine needs. Internal. */

/** The smallest module that uses SIMD: a function that makes a vector and drops it. */
const SIMD_MODULE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
];

export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(SIMD_MODULE));
}
