import type { flowVersions as Portuguese } from '../pt/flow-versions'

export const flowVersions: typeof Portuguese = {
  title: 'Versiones',
  none: 'Ninguna versión todavía',
  noneText: 'Cada publicación guarda una versión. Aquí puede comparar dos y volver a una anterior.',
  number: 'Versión {{number}}',
  published: 'En uso',
  restored: 'Restaurada de la versión {{number}}',
  compareOf: 'Comparar la versión {{number}}',
  restoreOf: 'Volver a la versión {{number}}',
  restoreTitle: '¿Volver a la versión {{number}}?',
  restoreText:
    'Se publica como una versión nueva y reemplaza el borrador. Las conversaciones en curso siguen en la versión en que comenzaron.',
  restoreUnsaved:
    'Los cambios que no guardó se pierden. La versión se publica de nuevo y reemplaza el borrador. Las conversaciones en curso siguen en la versión en que comenzaron.',
  restore: 'Volver a ella',
  back: 'Todas las versiones',
  from: 'De',
  to: 'A',
  onScreen: 'Dibujo en pantalla',
  new: 'nuevo',
  changed: 'cambió',
  same: 'Los dos son iguales. La posición de los bloques no cuenta.',
  added_one: '{{count}} bloque nuevo',
  added_other: '{{count}} bloques nuevos',
  removed_one: '{{count}} bloque eliminado',
  removed_other: '{{count}} bloques eliminados',
  edited_one: '{{count}} bloque cambió',
  edited_other: '{{count}} bloques cambiaron',
  ways_one: '{{count}} conexión cambió',
  ways_other: '{{count}} conexiones cambiaron',
  otherSettings: '(otros ajustes)',
  publishTitle: 'Publicar el flujo',
  publishText:
    'Las nuevas conversaciones usan esta versión. Las que están en curso siguen en la versión en que comenzaron.',
  note: 'Qué cambió',
  noteHint: 'Aparece en la lista de versiones.',
}
