import { dlopen, FFIType, ptr } from 'bun:ffi'
import { addressOf } from '../../../src/core/process/datagram'

const { symbols } = dlopen('libc.so.6', {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  bind: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  recv: { args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i64 },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
})
const unixFamily = 1
const datagramKind = 2
const dontWait = 0x40

/** A bound unix datagram socket, as systemd has one, read through libc because Bun has no such sockets. */
export function receiveDatagrams(path: string) {
  const handle = symbols.socket(unixFamily, datagramKind, 0)
  const address = addressOf(path)
  if (symbols.bind(handle, ptr(address), address.length) !== 0) throw new Error(`${path} cannot be bound`)
  const buffer = Buffer.alloc(4096)
  return {
    /** Texts received since the last call. */
    read(): string[] {
      const texts: string[] = []
      for (;;) {
        const length = Number(symbols.recv(handle, ptr(buffer), buffer.length, dontWait))
        if (length < 0) return texts
        texts.push(buffer.toString('utf8', 0, length))
      }
    },
    close: () => symbols.close(handle),
  }
}
