import type { Texts } from '../pt/all'

export const helps: Texts['helps'] = {
  title: 'Ayuda',
  lead: 'Videos cortos sobre lo que se hace en {{product}}.',
  play: 'Ver {{title}}',
  emptyTitle: 'Todavía no hay videos',
  emptyText: 'Cuando haya videos de ayuda, aparecerán aquí.',
  add: 'Nuevo video',
  edit: 'Editar video',
  editOf: 'Editar {{title}}',
  deleteOf: 'Eliminar {{title}}',
  name: 'Título',
  video: 'Video de YouTube',
  videoHint: 'El código o la dirección del video.',
  videoWrong: 'Esto no es un video de YouTube.',
  description: 'Descripción',
  created: 'Video creado.',
  saved: 'Video guardado.',
  deleted: 'Video eliminado.',
  deleteTitle: '¿Eliminar “{{title}}”?',
  deleteText: 'El video deja de aparecer para todas las empresas.',
}
