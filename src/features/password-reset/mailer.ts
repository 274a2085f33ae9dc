import type { Transporter } from 'nodemailer'

/** One e-mail; plain text, so that no program shows it differently. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same for the same mail, so that one sent twice is one in the mailbox. */
  id: string
}

/** The door to the mail server, as `Ports` holds it. */
export interface Mailer {
  /** False while the operator has named no server: nothing can be sent. */
  readonly configured: boolean
  /** Resolves once the server has taken it; throws for what may go better later. */
  send(mail: Mail): Promise<void>
}

interface MailOptions {
  smtpUrl: string | null
  mailFrom: string | null
  publicUrl: string
}

const secondsMs = 1000

/** Over SMTP, encrypted as soon as the server offers it (`smtps:` from the first byte). */
export function createMailer({ smtpUrl, mailFrom, publicUrl }: MailOptions): Mailer {
  const host = URL.parse(publicUrl)?.hostname ?? 'localhost'
  let transport: Promise<Transporter> | undefined
  return {
    configured: smtpUrl !== null,
    async send({ id, ...mail }) {
      if (smtpUrl === null) throw new Error('BALCAO_SMTP_URL is not set')
      transport ??= open(smtpUrl)
      const from = mailFrom ?? `Balcão <no-reply@${host}>`
      await (await transport).sendMail({ ...mail, from, messageId: `<${id}@${host}>` })
    },
  }
}

/** Loaded with the first mail: most installations send none for days. */
async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10 * secondsMs,
    greetingTimeout: 10 * secondsMs,
    socketTimeout: 30 * secondsMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
