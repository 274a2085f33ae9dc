import { dlopen, FFIType, ptr } from 'bun:ffi'
import { endianness } from 'node:os'

/** Values of Linux, equal on x64 and arm64. */
const unixFamily = 1
const datagram = 2
const closeOnExec = 0o2000000
const dontWait = 0x40
const noSignal = 0x4000
/** Length of `sun_path` in `struct sockaddr_un`. */
const maxPath = 108

/**
 * Returns a function that sends a text to a unix datagram socket through libc, because Bun has no such sockets. It never
 * waits, and returns why the text was not sent, or null.
 * @throws Error for an unusable path, or when libc or a socket cannot be opened
 */
export function datagramSender(path: string): (text: string) => string | null {
  const { symbols } = dlopen('libc.so.6', {
    socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    sendto: {
      args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
      returns: FFIType.i64,
    },
  })
  const address = addressOf(path)
  const handle = symbols.socket(unixFamily, datagram | closeOnExec, 0)
  if (handle < 0) throw new Error('no socket could be opened')
  return (text) => {
    const bytes = Buffer.from(text)
    const flags = dontWait | noSignal
    const sent = symbols.sendto(handle, ptr(bytes), bytes.length, flags, ptr(address), address.length)
    return Number(sent) === bytes.length ? null : 'sendto failed'
  }
}

/** `struct sockaddr_un` of a path; a leading `@` means an abstract socket. @throws Error */
export function addressOf(path: string): Uint8Array {
  const name = Buffer.from(path)
  if (!/^[@/]./.test(path) || name.length >= maxPath) throw new Error('the path is neither absolute nor an @name')
  const isAbstract = path.startsWith('@')
  if (isAbstract) name[0] = 0
  const family = Buffer.alloc(2)
  if (endianness() === 'LE') family.writeUInt16LE(unixFamily)
  else family.writeUInt16BE(unixFamily)
  return Buffer.concat([family, name, Buffer.alloc(isAbstract ? 0 : 1)])
}
