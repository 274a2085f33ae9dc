export const emoji = {
  open: 'Emoji',
  search: 'Buscar emoji',
  groups: 'Grupos de emojis',
  none: 'Nenhum emoji encontrado.',
  recent: 'Usados há pouco',
  reaction: 'Outra reação',
  group: {
    faces: 'Rostos e emoções',
    people: 'Pessoas e corpo',
    nature: 'Animais e natureza',
    food: 'Comidas e bebidas',
    travel: 'Viagens e lugares',
    activities: 'Atividades',
    objects: 'Objetos',
    symbols: 'Símbolos',
    flags: 'Bandeiras',
  },
}
