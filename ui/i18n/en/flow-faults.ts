import type { flowFaults as Portuguese } from '../pt/flow-faults'

export const flowFaults: typeof Portuguese = {
  tooManyNodes: 'The flow has too many blocks. The maximum is 200.',
  tooManyEdges: 'The flow has too many connections. The maximum is 2,000.',
  noStart: 'The start block is missing.',
  twoStarts: 'There is more than one start block.',
  nodeId: 'A block has an invalid identifier.',
  duplicateId: 'Two blocks have the same identifier.',
  unknownNode: 'A connection names a block that does not exist.',
  intoStart: 'A connection leads back to the start.',
  handle: 'A connection begins at an exit that its block does not have.',
  twoEdges: 'Two connections begin at the same exit.',
  data: 'A value of the block is invalid.',
  json: 'The file is not valid JSON.',
  format: 'The file is not a flow of {{product}}, of products of the Whaticket family or of Typebot.',
  newer: 'The file belongs to a newer version. Update {{product}} first.',
  unreadable: 'The file cannot be read.',
  tooLarge: 'The flow is too large.',
  media: 'A file inside the flow is damaged or is not of the type that its block sends.',
}
