type Verify = (key: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean

const djbType = 0x05

/**
 * Makes Baileys' `Curve.verify` return false for a wrong signature. rc14 expects an exception that libsignal 6 never
 * throws, so every signature passes and the server's certificate is not checked (docs/whatsapp.md, "The key of the
 * server"). Baileys calls `verify` through the object, so replacing the property is enough.
 */
export function repairCurve(curve: { verify: Verify }, verifySignature: Verify) {
  curve.verify = (key, message, signature) => {
    try {
      return verifySignature(withType(key), message, signature) === true
    } catch {
      return false
    }
  }
}

const withType = (key: Uint8Array) => (key.length === 33 ? key : Buffer.concat([Buffer.from([djbType]), key]))
