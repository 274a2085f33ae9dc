import type { Language } from '../../../shared/enums'

interface Facts {
  name: string
  code: string
  minutes: number
}

/** Returns the mail with the code, in the user's language. */
export function resetText(language: Language, { name, code, minutes }: Facts): { subject: string; text: string } {
  const { subject, hello, use, ignore } = texts[language]
  return { subject, text: `${hello(name)}\n\n${use(minutes)}\n\n    ${code}\n\n${ignore}\n` }
}

const texts = {
  pt: {
    subject: 'Código para a sua nova senha',
    hello: (name: string) => `Olá, ${name},`,
    use: (minutes: number) => `digite este código para escolher uma nova senha. Ele vale por ${minutes} minutos:`,
    ignore: 'Se você não pediu isto, ignore esta mensagem: a sua senha continua a mesma.',
  },
  en: {
    subject: 'Code for your new password',
    hello: (name: string) => `Hello ${name},`,
    use: (minutes: number) => `type this code to choose a new password. It is valid for ${minutes} minutes:`,
    ignore: 'If you did not ask for this, ignore this message: your password stays as it is.',
  },
  es: {
    subject: 'Código para su nueva contraseña',
    hello: (name: string) => `Hola, ${name}:`,
    use: (minutes: number) => `escriba este código para elegir una nueva contraseña. Vale por ${minutes} minutos:`,
    ignore: 'Si no lo pidió, ignore este mensaje: su contraseña sigue siendo la misma.',
  },
} satisfies Record<Language, unknown>
