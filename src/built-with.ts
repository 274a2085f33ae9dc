/**
 * Facts of the build: build.ts replaces this module. `target` is that of the executable, such as linux-x64, and
 * `releaseKey` the public key of releases, 32 bytes in base64; null from sources and in builds without a key.
 */
export const builtWith: { target: string | null; releaseKey: string | null } = { target: null, releaseKey: null }
