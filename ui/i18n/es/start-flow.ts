import type { Texts } from '../pt/all'

export const startFlow: Texts['startFlow'] = {
  action: 'Iniciar flujo',
  flow: 'Flujo',
  none: 'Ninguno',
  chosen: 'El flujo elegido',
  off: 'Flujo desactivado',
  empty: 'No hay flujos activos y publicados.',
  create: 'Cree y publique uno en Flujos.',
  welcome: 'Flujo de bienvenida',
  welcomeHint: 'Comienza con el primer mensaje de un cliente nuevo en esta conexión.',
  notPhrase: 'Flujo para otros mensajes',
  notPhraseHint: 'Comienza con el primer mensaje de cada conversación que ninguna frase reconoce.',
}
