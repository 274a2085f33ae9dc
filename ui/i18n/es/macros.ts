import type { Texts } from '../pt/all'

export const macros: Texts['macros'] = {
  hint: 'Varias acciones con un clic o una tecla. Aparecen en el menú de la conversación.',
  add: 'Nueva macro',
  change: 'Editar macro',
  editOf: 'Editar {{name}}',
  deleteOf: 'Eliminar {{name}}',
  name: 'Nombre',
  keys: 'Tecla',
  noKey: 'Sin tecla',
  actions: 'Acciones, en este orden',
  actionOf: 'Acción {{number}}',
  moveUp: 'Mover hacia arriba',
  remove: 'Quitar la acción',
  addAction: 'Agregar acción',
  choose: 'Elija',
  incomplete: 'Complete cada acción.',
  action: {
    tag: 'Etiquetar',
    reply: 'Responder al cliente',
    note: 'Escribir nota interna',
    transfer: 'Transferir al sector',
    close: 'Cerrar',
  },
}
