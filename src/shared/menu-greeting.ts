import type { Language } from './enums'

/** Greeting above a menu of queues until the company writes its own, by the language of the company. */
export const menuGreeting: Record<Language, string> = {
  pt: 'Olá! Com qual setor você quer falar?',
  en: 'Hello! Which team would you like to talk to?',
  es: '¡Hola! ¿Con qué sector desea hablar?',
}
