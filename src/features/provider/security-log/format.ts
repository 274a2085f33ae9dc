import type { SecurityLine } from './read-lines'

/** Facility `authpriv` (10), severities warning (4) and informational (6): RFC 5424 §6.2.1. */
const priorities = { warning: 10 * 8 + 4, information: 10 * 8 + 6 }

/** Number of private use for examples, RFC 5612: names of structured data without a number are registered ones. */
const dataId = 'balcao@32473'

/** Message of RFC 5424; its fields are structured data. */
export function syslogMessage(line: SecurityLine, host: string): string {
  const { id, at, companyId, actorId, address, action, entity, entityId } = line
  const isWarning = action === 'refuse' || action === 'reuse'
  const priority = isWarning ? priorities.warning : priorities.information
  const fields = { id, company: companyId, user: actorId, address, action, entity, entityId }
  const data = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
  const head = `<${priority}>1 ${at} ${headerWord(host)} balcao ${process.pid} ${headerWord(`${action}.${entity}`, 32)}`
  return `${head} [${dataId}${data.join('')}] ${oneWord(action)} ${oneWord(entity)}`
}

/** Value of structured data, RFC 5424 §6.3.3. */
const escaped = (value: string) => oneWord(value).replace(/["\\\]]/g, '\\$&')
/** A line without control characters. */
const oneWord = (value: string) => value.replace(/\p{Cc}/gu, ' ')
/** Word of the header: printable ASCII without spaces; a dash stands for none. */
const headerWord = (value: string, most = 255) => value.replace(/[^!-~]/g, '').slice(0, most) || '-'
