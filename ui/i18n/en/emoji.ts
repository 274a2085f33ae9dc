import type { Texts } from '../pt/all'

export const emoji: Texts['emoji'] = {
  open: 'Emoji',
  search: 'Search emoji',
  groups: 'Emoji groups',
  none: 'No emoji found.',
  recent: 'Recently used',
  reaction: 'Another reaction',
  group: {
    faces: 'Faces and emotions',
    people: 'People and body',
    nature: 'Animals and nature',
    food: 'Food and drink',
    travel: 'Travel and places',
    activities: 'Activities',
    objects: 'Objects',
    symbols: 'Symbols',
    flags: 'Flags',
  },
}
