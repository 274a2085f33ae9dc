import type { Texts } from '../pt/all'

export const emoji: Texts['emoji'] = {
  open: 'Emoji',
  search: 'Buscar emoji',
  groups: 'Grupos de emojis',
  none: 'No se encontró ningún emoji.',
  recent: 'Usados recientemente',
  reaction: 'Otra reacción',
  group: {
    faces: 'Caras y emociones',
    people: 'Personas y cuerpo',
    nature: 'Animales y naturaleza',
    food: 'Comidas y bebidas',
    travel: 'Viajes y lugares',
    activities: 'Actividades',
    objects: 'Objetos',
    symbols: 'Símbolos',
    flags: 'Banderas',
  },
}
