import type { JobHandler, Jobs } from '../../../core/jobs/job'
import type { Platform } from '../../../core/scope'
import { openToken, sealToken } from '../../../core/sealed-token'
import { defaultLanguage, type Language } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { readInstallationSetting } from '../../platform/settings/service'
import type { Opening } from './service'

/** Hours for which the link of a sign-up is valid. */
const validHours = 24
const place = 'sign-up'

/** `open`: a sign-up makes a company at once; `confirm`: after the link of a mail; `closed`: not at all. */
export type SignUpMode = 'open' | 'confirm' | 'closed'

/** How companies sign up now; closed while a mail is required and no mail server is configured. */
export async function signUpMode(platform: Platform): Promise<SignUpMode> {
  if ((await readInstallationSetting(platform, 'userCreation')) !== 'enabled') return 'closed'
  if ((await readInstallationSetting(platform, 'signupConfirmation')) !== 'enabled') return 'open'
  return platform.ports.mail.configured ? 'confirm' : 'closed'
}

/** Enqueues the mail with the link, which holds the sealed sign-up; the company does not exist yet. */
export async function mailConfirmation(platform: Platform, opening: Opening, language: Language = defaultLanguage) {
  const { db, ports } = platform
  const sealed = sealToken(ports.secrets, place, opening, validHours * 3_600_000)
  const home = await db.selectFrom('users').select('companyId').where('super', '=', 1).orderBy('id').executeTakeFirst()
  if (!home) throw new AppError('ERR_SETUP_NEEDED')
  await platform.transaction((platform) =>
    ports.enqueue(platform.tenant(home.companyId), 'mail.confirmSignUp', { sealed, language }),
  )
  ports.wakeJobs()
}

/** The sign-up of a link. @throws ERR_INVITATION_INVALID for one that has ended or was not made here */
export function openSignUp({ ports }: Platform, sealed: string): Opening {
  const opening = openToken<Opening>(ports.secrets, place, sealed)
  if (!opening) throw new AppError('ERR_INVITATION_INVALID')
  const { name, email, phone, adminName, passwordHash, planId, consent } = opening
  return { name, email, phone, adminName, passwordHash, planId, consent }
}

/** Mails the link to the address of the sign-up, without the names, which a stranger may have typed. A repeat sends the same mail. */
export const mailSignUpLink: JobHandler<Jobs['mail.confirmSignUp']> = {
  async run({ ports }, { sealed, language }) {
    const opening = openToken<Opening>(ports.secrets, place, sealed)
    if (!opening) return
    const { subject, open, valid } = texts[language]
    const lines = [open, `${ports.publicUrl}/confirm#${sealed}`, '', valid]
    const id = `sign-up-${ports.secrets.hash(sealed).slice(0, 32)}`
    await ports.mail.send({ to: opening.email, subject, text: `${lines.join('\n')}\n`, id })
  },
  attempts: 6,
  backoffSeconds: 10,
  timeoutSeconds: 60,
}

const texts = {
  pt: {
    subject: 'Confirme o cadastro da sua empresa',
    open: 'Para criar a conta da sua empresa, abra este endereço e confirme:',
    valid: `Ele vale por ${validHours} horas. Se você não pediu isto, ignore esta mensagem: nenhuma conta é criada.`,
  },
  en: {
    subject: 'Confirm the sign-up of your company',
    open: 'To create the account of your company, open this address and confirm:',
    valid: `It is valid for ${validHours} hours. If you did not ask for this, ignore this message: no account is created.`,
  },
  es: {
    subject: 'Confirme el registro de su empresa',
    open: 'Para crear la cuenta de su empresa, abra esta dirección y confirme:',
    valid: `Vale por ${validHours} horas. Si no pidió esto, ignore este mensaje: no se crea ninguna cuenta.`,
  },
} satisfies Record<Language, object>
