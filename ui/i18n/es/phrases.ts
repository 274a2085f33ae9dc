import type { Texts } from '../pt/all'

export const phrases: Texts['phrases'] = {
  name: 'Nombre',
  flow: 'Flujo',
  phrase: 'Frase',
  connection: 'Conexión',
  matching: 'Cómo comparar',
  matchings: {
    exact: 'El mensaje entero es la frase',
    contains: 'El mensaje contiene la frase',
  },
  status: 'Activo',
}
