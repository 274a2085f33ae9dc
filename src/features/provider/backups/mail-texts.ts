import type { Language } from '../../../shared/enums'

/** Facts of the mail about failing backups. */
interface Failure {
  name: string
  /** In English, as in the log. */
  problem: string
  /** Time of the last backup; null when there is none. */
  last: string | null
  /** Number of copies in the data directory. */
  local: number
  link: string
}

interface Texts {
  subject: string
  hello: (name: string) => string
  failed: string
  last: (time: string) => string
  none: string
  local: string
  what: string
}

const texts: Record<Language, Texts> = {
  pt: {
    subject: 'O backup do Balcão falhou',
    hello: (name) => `Olá, ${name}!`,
    failed: 'O backup desta noite não foi gravado. O Balcão continua tentando de hora em hora.',
    last: (time) => `Último backup: ${time}`,
    none: 'Ainda não há nenhum backup.',
    local: 'Uma cópia criptografada do banco de dados ficou neste servidor, mas não protege contra a perda do disco.',
    what: 'Estado e o que fazer',
  },
  en: {
    subject: "Balcão's backup failed",
    hello: (name) => `Hello ${name},`,
    failed: "Last night's backup was not stored. Balcão tries again every hour.",
    last: (time) => `Last backup: ${time}`,
    none: 'There is no backup yet.',
    local:
      'An encrypted copy of the database was kept on this server, but does not protect against the loss of its disk.',
    what: 'State and what to do',
  },
  es: {
    subject: 'Falló la copia de seguridad de Balcão',
    hello: (name) => `Hola, ${name}:`,
    failed: 'La copia de seguridad de esta noche no se guardó. Balcão vuelve a intentarlo cada hora.',
    last: (time) => `Última copia de seguridad: ${time}`,
    none: 'Todavía no hay ninguna copia de seguridad.',
    local:
      'Quedó una copia cifrada de la base de datos en este servidor, pero no protege contra la pérdida de su disco.',
    what: 'Estado y qué hacer',
  },
}

/** Subject and text of the mail. */
export function failureMail(language: Language, { name, problem, last, local, link }: Failure) {
  const { subject, hello, failed, last: lastText, none, local: localText, what } = texts[language]
  const lines = [hello(name), '', failed, problem, '', last ? lastText(last) : none]
  if (local > 0) lines.push(localText)
  return { subject, text: [...lines, '', `${what}: ${link}`, ''].join('\n') }
}
