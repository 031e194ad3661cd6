/** Maximum number of arguments per call to `String.fromCharCode`. */
const CHUNK = 8_192;

/** Passes the array without spread syntax, whose iterator would double the cost of reading a page. */
function textOf(units: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, null, units);
}

/**
 * Code units of a normalized string, each with its range in the source. The arrays grow as needed, because
 * compatibility forms can be up to eighteen times as long as the source.
 */
export class Units {
  private length = 0;
  private units: Uint16Array;
  private at: Uint32Array;
  private until: Uint32Array;

  constructor(expected: number) {
    this.units = new Uint16Array(expected);
    this.at = new Uint32Array(expected);
    this.until = new Uint32Array(expected);
  }

  push(unit: number, at: number, until: number): void {
    const { length } = this;
    if (length === this.units.length) this.grow();
    this.units[length] = unit;
    this.at[length] = at;
    this.until[length] = until;
    this.length = length + 1;
  }

  count(): number {
    return this.length;
  }

  /** End of the last unit in the source. */
  end(): number {
    return this.until[this.length - 1]!;
  }

  tail(most: number): string {
    return textOf(this.units.subarray(Math.max(0, this.length - most), this.length));
  }

  result(): { text: string; at: Uint32Array; until: Uint32Array } {
    const { length, units, at, until } = this;
    const chunks: string[] = [];
    for (let i = 0; i < length; i += CHUNK) chunks.push(textOf(units.subarray(i, Math.min(length, i + CHUNK))));
    return { text: chunks.join(''), at: at.subarray(0, length), until: until.subarray(0, length) };
  }

  private grow(): void {
    const size = 2 * this.units.length + 16;
    const { units, at, until } = this;
    this.units = new Uint16Array(size);
    this.at = new Uint32Array(size);
    this.until = new Uint32Array(size);
    this.units.set(units);
    this.at.set(at);
    this.until.set(until);
  }
}
