import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { createAuthority, issueServer } from '../emulator/x509'

/** An e-mail as a mailbox shows it. */
export interface Received {
  from: string
  to: string[]
  subject: string
  text: string
  id: string
  /** It came encrypted. */
  secure: boolean
}

/**
 * A mail server that speaks SMTP (RFC 5321) with STARTTLS (RFC 3207): it keeps what it is given. `refuse(n)` answers the
 * next n mails with "try again later".
 */
export async function openMailServer() {
  const mails: Received[] = []
  const context = createSecureContext(identity())
  let refusals = 0
  const mayTake = () => refusals-- <= 0
  const server = createServer((socket) =>
    converse(socket, {
      context,
      secure: false,
      deliver: (mail) => mayTake() && mails.push(mail) > 0,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    mails,
    /** Its certificate is its own. */
    url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    refuse(times: number) {
      refusals = times
    },
    close: () => server.close(),
  }
}

function identity() {
  const { certificate: cert, key } = issueServer(createAuthority())
  return { cert, key }
}

interface Talk {
  context: ReturnType<typeof createSecureContext>
  secure: boolean
  deliver: (mail: Received) => boolean
}

function converse(socket: Socket, talk: Talk) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let waiting = ''
  let body: string[] | null = null
  let envelope = { from: '', to: [] as string[] }
  const verbs: Record<string, (line: string) => unknown> = {
    ehlo: () => say(talk.secure ? '250 here' : '250-here\r\n250 STARTTLS'),
    starttls: () => encrypt(socket, talk),
    mail(line) {
      envelope = { from: addressIn(line), to: [] }
      say('250 fine')
    },
    rcpt(line) {
      envelope.to.push(addressIn(line))
      say('250 fine')
    },
    data() {
      body = []
      say('354 go on')
    },
    quit: () => socket.end('221 bye\r\n'),
  }
  const command = (line: string) => (verbs[line.toLowerCase().split(' ')[0] ?? ''] ?? (() => say('250 fine')))(line)
  const content = (line: string) => {
    if (line !== '.') return body?.push(line.replace(/^\./, ''))
    const mail = { ...read((body ?? []).join('\n')), ...envelope, secure: talk.secure }
    body = null
    say(talk.deliver(mail) ? '250 kept' : '451 try again later')
  }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    waiting += chunk
    const lines = waiting.split('\r\n')
    waiting = lines.pop() ?? ''
    for (const line of lines) body ? content(line) : command(line)
  })
  if (!talk.secure) say('220 here')
}

const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? ''

function encrypt(socket: Socket, talk: Talk) {
  socket.removeAllListeners('data')
  socket.write('220 go ahead\r\n')
  converse(new TLSSocket(socket, { isServer: true, secureContext: talk.context }), { ...talk, secure: true })
}

/** Headers and text, with their encodings undone. */
function read(raw: string): { subject: string; text: string; id: string } {
  const at = raw.indexOf('\n\n')
  const head = raw.slice(0, at).replace(/\n\s+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const encoding = header('content-transfer-encoding').toLowerCase()
  const body = raw.slice(at + 2)
  const text =
    encoding === 'base64' ? Buffer.from(body, 'base64').toString() : encoding === '7bit' ? body : quotedPrintable(body)
  return { subject: words(header('subject')), text, id: header('message-id') }
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const words = (text: string) =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => quotedPrintable(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
