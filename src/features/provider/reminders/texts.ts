import type { Language } from '../../../shared/enums'
import type { ReminderFacts } from './facts'

interface Texts {
  locale: string
  hello: (company: string) => string
  soon: (days: number) => string
  today: string
  late: (days: number) => string
  invoice: (detail: string, value: string, day: string) => string
  /** Says that messages still arrive while the licence has ended. */
  stopped: string
  /** Says until when the company works, in the days of grace. */
  grace: (day: string) => string
  code: string
  pay: string
  paid: string
}

const texts: Record<Language, Texts> = {
  pt: {
    locale: 'pt-BR',
    hello: (company) => `Olá, ${company}!`,
    soon: (days) => (days === 1 ? 'A sua fatura vence amanhã' : `A sua fatura vence em ${days} dias`),
    today: 'A sua fatura vence hoje',
    late: (days) => (days === 1 ? 'A sua fatura venceu ontem' : `A sua fatura venceu há ${days} dias`),
    invoice: (detail, value, day) => `${detail}: ${value}, vencimento em ${day}.`,
    stopped:
      'As mensagens dos seus clientes continuam chegando e ficam guardadas. As telas e os envios voltam com o pagamento.',
    grace: (day) => `A empresa continua trabalhando até ${day}. Depois, as telas e os envios param até o pagamento.`,
    code: 'Pix copia e cola:',
    pay: 'Ver a fatura e pagar',
    paid: 'Se você já pagou, desconsidere este aviso.',
  },
  en: {
    locale: 'en',
    hello: (company) => `Hello ${company},`,
    soon: (days) => (days === 1 ? 'Your invoice is due tomorrow' : `Your invoice is due in ${days} days`),
    today: 'Your invoice is due today',
    late: (days) => (days === 1 ? 'Your invoice was due yesterday' : `Your invoice was due ${days} days ago`),
    invoice: (detail, value, day) => `${detail}: ${value}, due on ${day}.`,
    stopped: "Your customers' messages still arrive and are kept. Screens and sending come back with the payment.",
    grace: (day) => `The company goes on working until ${day}. After that, screens and sending stop until the payment.`,
    code: 'Pix code:',
    pay: 'See the invoice and pay',
    paid: 'If you have paid already, please ignore this message.',
  },
  es: {
    locale: 'es',
    hello: (company) => `Hola, ${company}:`,
    soon: (days) => (days === 1 ? 'Su factura vence mañana' : `Su factura vence en ${days} días`),
    today: 'Su factura vence hoy',
    late: (days) => (days === 1 ? 'Su factura venció ayer' : `Su factura venció hace ${days} días`),
    invoice: (detail, value, day) => `${detail}: ${value}, vencimiento el ${day}.`,
    stopped:
      'Los mensajes de sus clientes siguen llegando y quedan guardados. Las pantallas y los envíos vuelven con el pago.',
    grace: (day) =>
      `La empresa sigue trabajando hasta el ${day}. Después, las pantallas y los envíos paran hasta el pago.`,
    code: 'Código Pix:',
    pay: 'Ver la factura y pagar',
    paid: 'Si ya pagó, ignore este aviso.',
  },
}

/** Subject and text of a mail. */
export function reminderMail(facts: ReminderFacts) {
  const { hello, code, paid } = texts[facts.language]
  const lines = [hello(facts.company), '', `${headOf(facts)}.`, ...bodyOf(facts), '']
  if (facts.code) lines.push(code, facts.code, '')
  return { subject: headOf(facts), text: [...lines, linkOf(facts), '', paid, ''].join('\n') }
}

/** Text of the message by WhatsApp; the Pix code follows as one of its own. */
export function reminderText(facts: ReminderFacts): string {
  const { hello, paid } = texts[facts.language]
  const head = `${hello(facts.company)} ${headOf(facts)}.`
  return [head, ...bodyOf(facts), '', linkOf(facts), '', paid].join('\n')
}

function headOf({ language, days }: ReminderFacts): string {
  const { soon, today, late } = texts[language]
  if (days === 0) return today
  return days < 0 ? soon(-days) : late(days)
}

function bodyOf({ language, detail, value, dueDate, days, works, worksUntil }: ReminderFacts): string[] {
  const { locale, invoice, stopped, grace } = texts[language]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' }).format(value / 100)
  const dayText = (day: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
  const late = works ? grace(dayText(worksUntil)) : stopped
  return [invoice(detail, money, dayText(dueDate)), ...(days > 0 ? [late] : [])]
}

const linkOf = ({ language, link }: ReminderFacts) => `${texts[language].pay}: ${link}`
