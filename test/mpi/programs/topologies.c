/* Grids, graphs, distributed graphs; names, attributes and info objects of communicators and datatypes. */
#include "check.h"

static int me, size;

static void grids(void) {
  int dims[2] = {0, 0}, periods[2] = {1, 0}, coords[2], rank, down, up, left, right, kind, count, inner;
  MPI_Comm grid, rows;
  MPI_Dims_create(size, 2, dims);
  CHECK(dims[0] * dims[1] == size && dims[0] >= dims[1]);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  MPI_Topo_test(grid, &kind);
  MPI_Cartdim_get(grid, &count);
  CHECK(kind == MPI_CART && count == 2);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_coords(grid, rank, 2, coords);
  CHECK(coords[0] * dims[1] + coords[1] == rank);
  MPI_Cart_shift(grid, 0, 1, &up, &down);
  MPI_Cart_shift(grid, 1, 1, &left, &right);
  CHECK(down == (coords[0] + 1) % dims[0] * dims[1] + coords[1]);
  CHECK(left == (coords[1] == 0 ? MPI_PROC_NULL : rank - 1) && right == (coords[1] == dims[1] - 1 ? MPI_PROC_NULL : rank + 1));
  int value = rank, got = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, down, 1, &got, 1, MPI_INT, up, 1, grid, MPI_STATUS_IGNORE);
  CHECK(got == up);
  int outside[2] = {coords[0] - dims[0], coords[1]};
  MPI_Cart_rank(grid, outside, &got);
  CHECK(got == rank);
  MPI_Cart_sub(grid, (int[]){0, 1}, &rows);
  MPI_Comm_size(rows, &count);
  MPI_Comm_rank(rows, &inner);
  CHECK(count == dims[1] && inner == coords[1]);
  int extents[2], around[2], here[2];
  MPI_Cart_get(grid, 2, extents, around, here);
  CHECK(extents[1] == dims[1] && around[0] == 1 && around[1] == 0 && here[0] == coords[0]);
  MPI_Comm_free(&rows);
  MPI_Comm_free(&grid);
  MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){1}, (int[]){0}, 0, &grid);
  CHECK((grid == MPI_COMM_NULL) == (me > 0));
  if (me == 0) MPI_Comm_free(&grid);
}

static void extents(void) {
  static const struct { int nodes, count, given[3], wanted[3]; } cases[] = {
    {6, 2, {0, 0}, {3, 2}}, {7, 2, {0, 0}, {7, 1}}, {6, 3, {0, 3, 0}, {2, 3, 1}}, {64, 3, {0, 0, 0}, {4, 4, 4}},
    {24, 3, {0, 0, 0}, {4, 3, 2}}, {36, 2, {0, 0}, {6, 6}},
  };
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
    int dims[3];
    memcpy(dims, cases[i].given, sizeof dims);
    MPI_Dims_create(cases[i].nodes, cases[i].count, dims);
    for (int d = 0; d < cases[i].count; d++) CHECK(dims[d] == cases[i].wanted[d]);
  }
}

/* A ring. */
static void graphs(void) {
  int *index = malloc(size * sizeof(int)), *edges = malloc(2 * size * sizeof(int)), kind, nodes, count, found[2];
  MPI_Comm ring;
  for (int i = 0; i < size; i++) {
    index[i] = 2 * (i + 1);
    edges[2 * i] = (i + size - 1) % size;
    edges[2 * i + 1] = (i + 1) % size;
  }
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &ring);
  MPI_Topo_test(ring, &kind);
  MPI_Graphdims_get(ring, &nodes, &count);
  CHECK(kind == MPI_GRAPH && nodes == size && count == 2 * size);
  MPI_Graph_neighbors_count(ring, me, &count);
  MPI_Graph_neighbors(ring, me, 2, found);
  CHECK(count == 2 && found[0] == edges[2 * me] && found[1] == edges[2 * me + 1]);
  MPI_Comm_free(&ring);
  free(index);
  free(edges);
}

/* Rank 0 gives the edges of all: each to the next, of weight 10 times the source. */
static void distributed(void) {
  MPI_Comm graph;
  int *sources = malloc(size * sizeof(int)), *degrees = malloc(size * sizeof(int)), *targets = malloc(size * sizeof(int)),
      *weights = malloc(size * sizeof(int)), ins, outs, weighted, from, to, in_weight, out_weight;
  for (int i = 0; i < size; i++) {
    sources[i] = i;
    degrees[i] = 1;
    targets[i] = (i + 1) % size;
    weights[i] = 10 * i;
  }
  MPI_Dist_graph_create(MPI_COMM_WORLD, me == 0 ? size : 0, sources, degrees, targets, weights, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &ins, &outs, &weighted);
  CHECK(ins == 1 && outs == 1 && weighted);
  MPI_Dist_graph_neighbors(graph, 1, &from, &in_weight, 1, &to, &out_weight);
  CHECK(from == (me + size - 1) % size && to == (me + 1) % size && in_weight == 10 * from && out_weight == 10 * me);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Dist_graph_neighbors_count(graph, &ins, &outs, &weighted);
  CHECK(ins == 1 && outs == 1 && !weighted);
  MPI_Comm_free(&graph);
  free(sources);
  free(degrees);
  free(targets);
  free(weights);
}

static int copies, deletes;
static int copy_doubled(MPI_Comm comm, int key, void *extra, void *value, void *result, int *flag) {
  copies++;
  *(long *)result = 0;
  *(int *)result = 2 * (int)(size_t)value;
  *flag = *(int *)extra;
  return MPI_SUCCESS;
}
static int deleted(MPI_Comm comm, int key, void *value, void *extra) {
  deletes++;
  return MPI_SUCCESS;
}

static void attributes(void) {
  int key, dup_key, flag, wants = 1, *limit;
  void *value;
  MPI_Comm copy;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &flag);
  CHECK(flag && *limit >= 32767);
  MPI_Comm_create_keyval(copy_doubled, deleted, &key, &wants);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &dup_key, NULL);
  MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag);
  CHECK(!flag);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, (void *)21);
  MPI_Comm_set_attr(MPI_COMM_WORLD, dup_key, &wants);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_get_attr(copy, key, &value, &flag);
  CHECK(flag && (int)(size_t)value == 42 && copies == 1);
  MPI_Comm_get_attr(copy, dup_key, &value, &flag);
  CHECK(flag && value == &wants);
  MPI_Comm_free(&copy);
  CHECK(deletes == 1);
  wants = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_get_attr(copy, key, &value, &flag);
  CHECK(!flag);
  MPI_Comm_free(&copy);
  int kept = key;
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_get_attr(MPI_COMM_WORLD, kept, &value, &flag); /* a key that attributes have lives on */
  CHECK(flag && (int)(size_t)value == 21);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, kept);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, dup_key);
  CHECK(deletes == 2);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
  MPI_Type_set_attr(MPI_INT, key, &flag);
  MPI_Datatype type;
  MPI_Type_dup(MPI_INT, &type);
  MPI_Type_get_attr(type, key, &value, &flag);
  CHECK(flag && value == &flag);
  MPI_Type_free(&type);
  MPI_Type_delete_attr(MPI_INT, key);
}

static void infos(void) {
  MPI_Info info, copy;
  char key[MPI_MAX_INFO_KEY + 1], value[20];
  int flag, count, length;
  MPI_Info_create(&info);
  MPI_Info_set(info, "striping", "4");
  MPI_Info_set(info, "host", "a.b");
  MPI_Info_set(info, "striping", "16");
  MPI_Info_dup(info, &copy);
  MPI_Info_get_nkeys(copy, &count);
  MPI_Info_get_nthkey(copy, 1, key);
  CHECK(count == 2 && strcmp(key, "host") == 0);
  MPI_Info_get(copy, "striping", 10, value, &flag);
  MPI_Info_get_valuelen(copy, "striping", &length, &count);
  CHECK(flag && count && length == 2 && strcmp(value, "16") == 0);
  MPI_Info_delete(copy, "host");
  MPI_Info_get(copy, "host", 10, value, &flag);
  CHECK(!flag);
  MPI_Comm twin;
  MPI_Info used;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &twin);
  MPI_Comm_get_info(twin, &used);
  MPI_Info_get_nkeys(used, &count);
  CHECK(used != MPI_INFO_NULL);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
  MPI_Info_free(&copy);
  CHECK(info == MPI_INFO_NULL);
  MPI_Comm_free(&twin);
}

static void names(void) {
  char name[MPI_MAX_OBJECT_NAME];
  int length, count;
  MPI_Comm comm;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm);
  MPI_Comm_size(comm, &count);
  CHECK(count >= 1 && count <= size);
  MPI_Comm_get_name(comm, name, &length);
  CHECK(length == 0);
  MPI_Comm_set_name(comm, "neighbours");
  MPI_Comm_get_name(comm, name, &length);
  CHECK(length == 10 && strcmp(name, "neighbours") == 0);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  grids();
  extents();
  graphs();
  distributed();
  attributes();
  infos();
  names();
  MPI_Finalize();
  return 0;
}
