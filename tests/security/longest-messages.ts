import { limits } from '../../src/shared/limits'
import { parseWhatsAppText } from '../../ui/whatsapp-text/parse'

/**
 * Takes messages apart that are four times as long as any may be and made of what confuses parsers; says before each
 * what it is made of. A process of its own, because only so it can be given a share of processor time and no more.
 */
const length = 4 * limits.messageBody.max
const units = ['*', '_', '~', '*a ', '`a', '```a', '*_~', '`*x', ')', '*_', 'www.', 'https://', '> ', '\n*a', '[(', 'h']
const beginnings = ['', 'https://x', '*', '```', '> *_~']

for (const unit of units)
  for (const before of beginnings) {
    process.stdout.write(`${JSON.stringify([before, unit])}\n`)
    parseWhatsAppText(`${before}${unit.repeat(length / unit.length)}x`)
  }
process.stdout.write('all\n')
