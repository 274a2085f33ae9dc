import type { Language } from '../../../shared/enums'

interface Facts {
  /** Name of the invited person; may be empty. */
  name: string
  company: string
  invitedBy: string
  link: string
  days: number
}

/** Returns the mail with the link, in the company's language. */
export function invitationText(language: Language, { name, company, invitedBy, link, days }: Facts) {
  const { subject, hello, invites, valid, ignore } = texts[language]
  return {
    subject: subject(company),
    text: `${hello(name)}\n\n${invites(invitedBy, company)}\n\n    ${link}\n\n${valid(days)}\n\n${ignore}\n`,
  }
}

const texts = {
  pt: {
    subject: (company: string) => `Convite para a equipe de ${company}`,
    hello: (name: string) => (name ? `Olá, ${name},` : 'Olá,'),
    invites: (by: string, company: string) =>
      `${by} convidou você para atender com a equipe de ${company}. Abra este endereço e escolha a sua senha:`,
    valid: (days: number) => `O convite vale por ${days} dias e uma única vez.`,
    ignore: 'Se você não esperava este convite, ignore esta mensagem.',
  },
  en: {
    subject: (company: string) => `Invitation to the team of ${company}`,
    hello: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
    invites: (by: string, company: string) =>
      `${by} invites you to the team of ${company}. Open this address and choose your password:`,
    valid: (days: number) => `The invitation is valid for ${days} days and can be used once.`,
    ignore: 'If you did not expect this invitation, ignore this message.',
  },
  es: {
    subject: (company: string) => `Invitación al equipo de ${company}`,
    hello: (name: string) => (name ? `Hola, ${name}:` : 'Hola:'),
    invites: (by: string, company: string) =>
      `${by} le invita al equipo de ${company}. Abra esta dirección y elija su contraseña:`,
    valid: (days: number) => `La invitación vale por ${days} días y una sola vez.`,
    ignore: 'Si no esperaba esta invitación, ignore este mensaje.',
  },
}
