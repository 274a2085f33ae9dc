import type { JobHandler, Jobs } from '../../../core/jobs/job'
import { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { hot } from '../../../core/storage/tenant'
import { defaultLanguage, type Language } from '../../../shared/enums'
import { findCompany } from './read'

/** Enqueues a mail about a new company to each super user, where a mail server is configured. Call inside its transaction. */
export async function enqueueSignUpMails(platform: Platform, newCompanyId: CompanyId) {
  const { db, ports } = platform
  if (!ports.mail.configured) return
  const people = await db.selectFrom('users').select(['id', 'companyId']).where('super', '=', 1).execute()
  for (const { id, companyId } of people)
    await ports.enqueue(platform.tenant(companyId), 'mail.signedUp', { userId: id, newCompanyId })
}

const recipient = hot<{ id: number }>()((db, p) =>
  db.select('users').select(['name', 'email', 'language', 'super']).where('id', '=', p('id')),
)

/** Mails a super user that a company signed up, unless it was deleted meanwhile. A repeat sends the same mail. */
export const mailSignUp: JobHandler<Jobs['mail.signedUp']> = {
  async run(scope, { userId, newCompanyId }) {
    const person = await scope.db.first(recipient, { id: userId })
    const company = await findCompany(new Platform(scope.ports), newCompanyId).catch(() => null)
    if (!person?.super || !company) return
    const { mail, publicUrl } = scope.ports
    const link = `${publicUrl}/settings?tab=companies&form=${newCompanyId}`
    const facts = { person: person.name, company: company.name, email: company.email, plan: company.plan.name, link }
    const { subject, text } = signUpText(person.language ?? defaultLanguage, facts)
    await mail.send({ to: person.email, subject, text, id: `signed-up-${newCompanyId}-${userId}` })
  },
  attempts: 8,
  backoffSeconds: 30,
  timeoutSeconds: 60,
}

interface Facts {
  person: string
  company: string
  email: string
  plan: string
  link: string
}

function signUpText(language: Language, { person, company, email, plan, link }: Facts) {
  const words = texts[language]
  return {
    subject: words.subject(company),
    text: [words.hello(person), '', words.signedUp(company, email, plan), link, ''].join('\n'),
  }
}

const texts: Record<
  Language,
  {
    subject: (company: string) => string
    hello: (name: string) => string
    signedUp: (company: string, email: string, plan: string) => string
  }
> = {
  pt: {
    subject: (company) => `Nova empresa: ${company}`,
    hello: (name) => `Olá, ${name},`,
    signedUp: (company, email, plan) => `${company} (${email}) se cadastrou no plano ${plan}. Veja a empresa aqui:`,
  },
  en: {
    subject: (company) => `New company: ${company}`,
    hello: (name) => `Hello ${name},`,
    signedUp: (company, email, plan) => `${company} (${email}) signed up with the plan ${plan}. See the company here:`,
  },
  es: {
    subject: (company) => `Nueva empresa: ${company}`,
    hello: (name) => `Hola, ${name}:`,
    signedUp: (company, email, plan) => `${company} (${email}) se registró con el plan ${plan}. Vea la empresa aquí:`,
  },
}
