import type { Language } from '../enums'

/** Automatic texts of the robot that a company does not write itself. */
const texts = {
  invalidOption: {
    pt: 'Opção inválida, por favor, escolha uma opção válida.',
    en: 'Invalid option, please choose a valid one.',
    es: 'Opción no válida, por favor elija una opción válida.',
  },
  inactive: {
    pt: 'Este atendimento foi encerrado por falta de resposta. Se precisar, é só enviar uma nova mensagem.',
    en: 'This conversation was closed because there was no answer. If you need us, just send a new message.',
    es: 'Esta conversación se cerró por falta de respuesta. Si nos necesita, envíenos un nuevo mensaje.',
  },
  expiring: {
    pt: 'Ainda está aí? Sem resposta, este atendimento será encerrado em breve.',
    en: 'Are you still there? Without an answer this conversation will be closed soon.',
    es: '¿Sigue ahí? Sin respuesta, esta conversación se cerrará en breve.',
  },
  notUnderstood: {
    pt: 'Não consegui entender sua dúvida.',
    en: 'I could not understand your question.',
    es: 'No pude entender su consulta.',
  },
  failed: {
    pt: 'Não consegui continuar por aqui. Uma pessoa vai responder em breve.',
    en: 'I could not go on from here. A person will answer you soon.',
    es: 'No pude continuar por aquí. Una persona le responderá en breve.',
  },
} satisfies Record<string, Record<Language, string>>

/** Text before a menu that is sent again after an invalid answer; `written` is the company's own. */
export const invalidOptionText = (language: Language, written = '') => written.trim() || texts.invalidOption[language]

/** Texts about a customer who does not answer: the close, and the warning before it. */
export const inactiveText = (language: Language) => texts.inactive[language]
export const expiringText = (language: Language) => texts.expiring[language]

/** Text to a customer whose conversation with a program outside failed. */
export const failedText = (language: Language) => texts.failed[language]

/** Text to a customer whose question an agent has no answer to. */
export const notUnderstoodText = (language: Language) => texts.notUnderstood[language]
