import type { Transporter } from 'nodemailer'
import { workMarks } from '../../../core/process/work-marks'

/** One e-mail as plain text, which all mail programs show alike; tables also as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** The same facts for programs that show HTML. */
  html?: string
  /** Message-ID without the domain; equal for a repeated mail, so that mailboxes can drop the duplicate. */
  id: string
}

/** Adapter to the mail server, a member of `Ports`. */
export interface Mailer {
  /** False when BALCAO_SMTP_URL is not set; then `send` throws. */
  readonly configured: boolean
  /**
   * SMTP. Never call inside a transaction. Resolves when the server has accepted the mail; throws for errors worth a
   * retry.
   */
  send(mail: Mail): Promise<void>
}

interface MailOptions {
  smtpUrl: string | null
  mailFrom: string | null
  publicUrl: string
  /** Name of the sender when BALCAO_MAIL_FROM is not set. */
  productName(): Promise<string>
}

const secondsMs = 1000

/** Returns the SMTP mailer; uses STARTTLS when the server offers it, TLS from the start for `smtps:`. */
export function createMailer({ smtpUrl, mailFrom, publicUrl, productName }: MailOptions): Mailer {
  const host = URL.parse(publicUrl)?.hostname ?? 'localhost'
  let transport: Promise<Transporter> | undefined
  return {
    configured: smtpUrl !== null,
    async send({ id, ...mail }) {
      if (smtpUrl === null) throw new Error('BALCAO_SMTP_URL is not set')
      transport ??= createTransporter(smtpUrl)
      const from = mailFrom ?? { name: await productName(), address: `no-reply@${host}` }
      const sent = (await transport).sendMail({ ...mail, from, messageId: `<${id}@${host}>` })
      await workMarks.whileAway(sent)
    },
  }
}

/** Loads nodemailer with the first mail, because most installations send none for days. */
async function createTransporter(url: string): Promise<Transporter> {
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
