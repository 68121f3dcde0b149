/**
 * Attribution of instructions, by V8's records for perf (`--perf-prof`, a jitdump): for each piece of code
 * its address, and the place in the source of each instruction, inlined functions included.
 */
import { readFileSync } from 'node:fs';

const [LOAD, DEBUG_INFO] = [0, 2];
const FILE_HEADER = 40;
/** V8 gives addresses of places as they would be in an ELF file, behind its header. */
const ELF_HEADER = 64;

/** Code that V8 compiled, by address. */
export class CompiledCode {
  constructor(file) {
    this.pieces = readPieces(readFileSync(file));
  }

  /** { name, line, column } of the instruction at an address, line and column from 1; undefined if it is none of V8's. */
  at(address) {
    const piece = this.pieces.findLast(({ start, end }) => address >= start && address < end);
    if (piece === undefined) return undefined;
    const place = piece.places.findLast((one) => one.address <= address);
    return { name: piece.name, line: place?.line, column: place?.column };
  }
}

/** Memory is used again: of two pieces at one address the later one counts. */
function readPieces(bytes) {
  const pieces = [];
  let places = [];
  for (let at = FILE_HEADER; at < bytes.length; at += bytes.readUInt32LE(at + 4)) {
    const kind = bytes.readUInt32LE(at);
    if (kind === DEBUG_INFO) places = readPlaces(bytes, at);
    if (kind !== LOAD) continue;
    pieces.push(readPiece(bytes, at, places));
    places = [];
  }
  return pieces;
}

function readPiece(bytes, at, places) {
  const start = Number(bytes.readBigUInt64LE(at + 32));
  const size = Number(bytes.readBigUInt64LE(at + 40));
  const name = bytes.toString('utf8', at + 56, bytes.indexOf(0, at + 56));
  return { start, end: start + size, name, places };
}

function readPlaces(bytes, at) {
  const end = at + bytes.readUInt32LE(at + 4);
  const places = [];
  for (let entry = at + 32; entry + 16 < end; entry = bytes.indexOf(0, entry + 16) + 1) {
    const address = Number(bytes.readBigUInt64LE(entry)) - ELF_HEADER;
    places.push({ address, line: bytes.readInt32LE(entry + 8), column: bytes.readInt32LE(entry + 12) });
  }
  return places.sort((a, b) => a.address - b.address);
}
