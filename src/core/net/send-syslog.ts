import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { SecurityLogTarget } from '../security-log-target'

type Syslog = Exclude<SecurityLogTarget, { kind: 'webhook' }>

/** Time in ms for the connection and all messages of a batch. */
const timeoutMs = 10_000

/**
 * Sends messages to a syslog server. UDP (RFC 5426) has no answer: a lost packet stays unknown. TCP and TLS (RFC 6587,
 * RFC 5425) count the bytes of each message, and end when the server has closed after all bytes. @throws Error
 */
export function sendSyslog(target: Syslog, messages: string[]): Promise<void> {
  return target.kind === 'udp' ? sendDatagrams(target, messages) : sendStream(target, messages)
}

async function sendDatagrams({ host, port }: Syslog, messages: string[]) {
  const { promise: failure, reject } = Promise.withResolvers<never>()
  failure.catch(() => {}) // an error after the last datagram has no other reader
  const timer = setTimeout(() => reject(new Error('no end within 10 s')), timeoutMs)
  let socket: UdpSocket | undefined
  try {
    const { address, family } = await Promise.race([lookup(host), failure])
    const opened = createSocket(family === 6 ? 'udp6' : 'udp4').on('error', reject)
    socket = opened
    for (const message of messages) await Promise.race([sendDatagram(opened, message, port, address), failure])
  } finally {
    clearTimeout(timer)
    socket?.close()
  }
}

const sendDatagram = (socket: UdpSocket, message: string, port: number, address: string) =>
  new Promise<void>((resolve, reject) =>
    socket.send(message, port, address, (error) => (error ? reject(error) : resolve())),
  )

async function sendStream(target: Syslog, messages: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = open(target)
  const timer = setTimeout(() => socket.destroy(new Error('no end within 10 s')), timeoutMs)
  let isDone = false
  socket.on('error', reject)
  socket.on('close', () => (isDone ? resolve() : reject(new Error('the connection was cut'))))
  socket.on('data', () => {}) // a server says nothing; its end is seen only by reading
  socket.on('finish', () => {
    isDone = true
  })
  socket.end(messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join(''))
  try {
    await promise
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const open = ({ kind, host, port }: Syslog): Socket =>
  kind === 'tls' ? connectSecurely({ host, port, servername: host }) : connect({ host, port })
