import type { flowFaults as Portuguese } from '../pt/flow-faults'

export const flowFaults: typeof Portuguese = {
  tooManyNodes: 'El flujo tiene demasiados bloques. El máximo es 200.',
  tooManyEdges: 'El flujo tiene demasiadas conexiones. El máximo es 2.000.',
  noStart: 'Falta el bloque de inicio.',
  twoStarts: 'Hay más de un bloque de inicio.',
  nodeId: 'Un bloque tiene un identificador inválido.',
  duplicateId: 'Dos bloques tienen el mismo identificador.',
  unknownNode: 'Una conexión apunta a un bloque que no existe.',
  intoStart: 'Una conexión vuelve al inicio.',
  handle: 'Una conexión sale de una salida que el bloque no tiene.',
  twoEdges: 'Dos conexiones salen de la misma salida.',
  data: 'Un valor del bloque es inválido.',
  json: 'El archivo no es un JSON válido.',
  format: 'El archivo no es un flujo de {{product}}, de productos de la familia Whaticket ni de Typebot.',
  newer: 'El archivo es de una versión más nueva. Actualice {{product}} primero.',
  unreadable: 'No se pudo leer el archivo.',
  tooLarge: 'El flujo es demasiado grande.',
  media: 'Un archivo dentro del flujo está dañado o no es del tipo que el bloque envía.',
}
