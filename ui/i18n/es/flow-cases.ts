import type { flowCases as Portuguese } from '../pt/flow-cases'

export const flowCases: typeof Portuguese = {
  title: 'Casos de prueba',
  lead: 'Conversaciones que deben terminar en el mismo lugar. Se comprueban en cada publicación.',
  none: 'Ningún caso de prueba',
  noneText: 'Guarde una conversación de la prueba o de la simulación; se comprobará en cada publicación.',
  check: 'Comprobar el borrador',
  keep: 'Guardar como caso de prueba',
  kept: 'Caso de prueba guardado.',
  delete: 'Eliminar el caso {{name}}',
  expected: 'Esperado',
  found: 'En el borrador',
  tooLong: 'El flujo tarda demasiado.',
  accept: 'Aceptar el fin nuevo',
  states: { passed: 'Pasó', failed: 'Falló', unknown: 'No comprobado' },
  stopped: 'Fallaron casos de prueba',
  stoppedText_one: 'Con este borrador, una conversación termina en otro lugar:',
  stoppedText_other: 'Con este borrador, {{count}} conversaciones terminan en otro lugar:',
  publishAnyway: 'Publicar de todos modos',
}
