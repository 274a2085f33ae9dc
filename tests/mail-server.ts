import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { createAuthority, issueServer } from '../emulator/x509'

/** E-mail with its encodings undone. */
export interface ReceivedMail {
  from: string
  to: string[]
  subject: string
  text: string
  /** Part in HTML, if there is one. */
  html?: string
  id: string
  /** Received over TLS. */
  encrypted: boolean
}

/**
 * SMTP server (RFC 5321) with STARTTLS (RFC 3207) that stores received e-mails in `mails`. `refuseNext(n)` answers the
 * next n e-mails with 451.
 */
export async function openMailServer() {
  const mails: ReceivedMail[] = []
  const context = createSecureContext(createCertificate())
  let refusalsLeft = 0
  const accepts = () => refusalsLeft-- <= 0
  const server = createServer((socket) =>
    serveSmtp(socket, {
      context,
      encrypted: false,
      store: (mail) => accepts() && mails.push(mail) > 0,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    mails,
    /** The certificate is self-issued, so the client must not verify it. */
    url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    refuseNext(times: number) {
      refusalsLeft = times
    },
    close: () => server.close(),
  }
}

function createCertificate() {
  const { certificate: cert, key } = issueServer(createAuthority())
  return { cert, key }
}

interface SmtpSession {
  context: ReturnType<typeof createSecureContext>
  encrypted: boolean
  store: (mail: ReceivedMail) => boolean
}

function serveSmtp(socket: Socket, session: SmtpSession) {
  const reply = (line: string) => socket.write(`${line}\r\n`)
  let unread = ''
  let body: string[] | null = null
  let envelope = { from: '', to: [] as string[] }
  const verbs: Record<string, (line: string) => unknown> = {
    ehlo: () => reply(session.encrypted ? '250 here' : '250-here\r\n250 STARTTLS'),
    starttls: () => startTls(socket, session),
    mail(line) {
      envelope = { from: addressIn(line), to: [] }
      reply('250 fine')
    },
    rcpt(line) {
      envelope.to.push(addressIn(line))
      reply('250 fine')
    },
    data() {
      body = []
      reply('354 go on')
    },
    quit: () => socket.end('221 bye\r\n'),
  }
  const command = (line: string) => (verbs[line.toLowerCase().split(' ')[0] ?? ''] ?? (() => reply('250 fine')))(line)
  const content = (line: string) => {
    if (line !== '.') return body?.push(line.replace(/^\./, ''))
    const mail = { ...parseMail((body ?? []).join('\n')), ...envelope, encrypted: session.encrypted }
    body = null
    reply(session.store(mail) ? '250 kept' : '451 try again later')
  }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    unread += chunk
    const lines = unread.split('\r\n')
    unread = lines.pop() ?? ''
    for (const line of lines) body ? content(line) : command(line)
  })
  if (!session.encrypted) reply('220 here')
}

const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? ''

function startTls(socket: Socket, session: SmtpSession) {
  socket.removeAllListeners('data')
  socket.write('220 go ahead\r\n')
  serveSmtp(new TLSSocket(socket, { isServer: true, secureContext: session.context }), { ...session, encrypted: true })
}

/** Subject, texts and message id of a raw e-mail, with their encodings undone. */
function parseMail(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'html' | 'id'> {
  const { header, body } = parsePart(raw)
  const boundary = /^multipart\/.*boundary="([^"]+)"/i.exec(header('content-type'))?.[1]
  const parts = boundary === undefined ? [raw] : raw.split(`\n--${boundary}`).slice(1, -1)
  const textOf = (type: string) => parts.map(parsePart).find(({ header }) => header('content-type').startsWith(type))
  const facts = { subject: decodeWords(header('subject')), id: header('message-id') }
  return { ...facts, text: textOf('text/plain')?.body ?? body, html: textOf('text/html')?.body }
}

/** Head and decoded body of a mail or of one of its parts. */
function parsePart(raw: string) {
  const at = raw.indexOf('\n\n')
  const head = raw.slice(0, at).replace(/\n\s+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? ''
  const encoding = header('content-transfer-encoding').toLowerCase()
  const body = raw.slice(at + 2)
  if (encoding === 'base64') return { header, body: Buffer.from(body, 'base64').toString() }
  return { header, body: encoding === '7bit' ? body : decodeQuotedPrintable(body) }
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => decodeQuotedPrintable(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
