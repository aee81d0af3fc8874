// A file for the law of queries: as many kinds of nodes as fit on a page.
import { readFile, type Stats } from "node:fs/promises";
import * as path from "node:path";
import def, { named as other } from "./other";
export * from "./all";
export { other as again };
export type { Stats };

declare module "virtual:thing" {
  export const value: string;
}

declare global {
  interface Window { shop?: Shop<unknown>; }
}

/** Prices in cents. */
export type Price = number & { readonly __brand: "price" };
type Maybe<T> = T | null | undefined;
type Keys = keyof typeof TABLE;
type Fn = (a: string, b?: number, ...rest: boolean[]) => void;
type Mapped<T> = { readonly [K in keyof T]-?: T[K] extends string ? "text" : never };
type First = `${Lowercase<"A">}-${number}`;

enum Colour { Red = 1, Green = Red << 1, Blue = "b".length }
const enum Small { A, B }

const TABLE = { one: 1, "two": 2, [`three`]: 3, 4: 0x10, get five() { return 5n; } } as const;
let x: any = undefined as unknown as any;
var legacy: string | null = null, test_value = true, get_value = false;

abstract class Base<T extends object = {}> {
  static #count = 0;
  protected abstract readonly name: string;
  constructor(private readonly items: T[], public label?: string) { Base.#count++; }
  abstract total(): Promise<Price>;
  get size(): number { return this.items.length; }
  set size(value) { this.items.length = value; }
  @deprecated("no") async *[Symbol.asyncIterator](): AsyncGenerator<T> { yield* this.items; }
}

function deprecated(why: string) { return (_: unknown, _ctx: unknown): void => { console.log(why); }; }

export default class Shop<T> extends Base<{ t: T }> implements Iterable<T> {
  declare name: string;
  override async total(): Promise<Price> {
    let sum = 0;
    for (const [key, value] of Object.entries(this)) { sum += typeof value === "number" ? value : 0; }
    for (let i = 0; i < 3; i++) { if (i === 1) continue; else sum += i ** 2; }
    for (const k in TABLE) { delete (TABLE as any)[k]; }
    outer: while (true) { do { break outer; } while (sum > 1); }
    return sum as Price;
  }
  *[Symbol.iterator](): Iterator<T> { yield this.items[0]!.t; }
}

export async function load(file: string, opts: { deep?: boolean } = {}): Promise<Maybe<Stats>> {
  try {
    const text = await readFile(path.join(file, "x"), { encoding: "utf8" });
    return text?.at(0) ?? JSON.parse(text);
  } catch (error: unknown) {
    console.error(`failed: ${error instanceof Error ? error.message : String(error)}`, error!);
    throw new Error("no", { cause: error });
  } finally {
    void 0;
  }
}

function test_one(this: Window, a: number, b = 2): asserts a is number { if (!a) { debugger; } }
function get_all<const T>(...args: T[]): T[] { return [...args, ...args]; }
const arrow = <T,>(value: T): value is T & string => typeof value === "string" && /^test_[a-z]+$/giu.test(value);
const nested = () => () => async () => await Promise.all([load("a"), load("b", { deep: true })]);

switch (x as string) {
  case "a": case "b": { other(); break; }
  default: new Shop<number>([], ...[]);
}
// @ts-ignore
x = y = 1, legacy ||= "s", test_value &&= !get_value; x?.a?.[0]?.(1);
label: { console.log(x satisfies unknown, +x, -x, ~x, !x, x++, --x, x >>> 1, x in TABLE); }
namespace Deep.Inner { export const a = 1; let b: bigint = 1_000n; }
if (a) b; else if (c) d; else { e; }
;
export = Shop;
