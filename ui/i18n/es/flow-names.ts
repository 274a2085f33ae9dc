import type { Texts } from '../pt/all'

export const flowNames: Texts['flowNames'] = {
  menu: 'Flujos',
  menuRow: 'Todos los flujos',
  title: 'Flujos de conversación',
  name: 'Nombre',
  active: 'Activo',
  version: 'Versión',
  note: 'Nota',
}

export const phraseNames: Texts['phraseNames'] = {
  menu: 'Frases',
  title: 'Frases que inician flujos',
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
