import type { Texts } from '../pt/all'

export const flowNames: Texts['flowNames'] = {
  title: 'Flujos de conversación',
  name: 'Nombre',
  active: 'Activo',
  version: 'Versión',
  note: 'Nota',
}

export const phraseNames: Texts['phraseNames'] = {
  title: 'Frases de activación',
  name: 'Nombre',
  flow: 'Flujo',
  phrase: 'Frase',
  connection: 'Conexión',
  matching: 'Cómo comparar',
  matchings: {
    exact: 'El mensaje entero es la frase',
    contains: 'El mensaje contiene la frase',
  },
  status: 'Activa',
}
