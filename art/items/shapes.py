"""The few solids the items are built from."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector


def solid(name, vertices, faces, material):
    """A smooth-shaded mesh object; edges sharper than 40 degrees stay sharp."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(40)
    cleanup = bmesh.new()
    cleanup.from_mesh(mesh)
    bmesh.ops.remove_doubles(cleanup, verts=cleanup.verts, dist=1e-6)
    bmesh.ops.recalc_face_normals(cleanup, faces=cleanup.faces)
    cleanup.to_mesh(mesh)
    cleanup.free()
    item = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(item)
    item.data.materials.append(material)
    return item


def lathe(name, profile, material, segments=96):
    """Turns a profile of (radius, height) about the vertical."""
    vertices, faces = [], []
    for radius, height in profile:
        for step in range(segments):
            angle = 2 * math.pi * step / segments
            vertices.append((radius * math.cos(angle), radius * math.sin(angle), height))
    for row in range(len(profile) - 1):
        for step in range(segments):
            following = (step + 1) % segments
            faces.append(
                (
                    row * segments + step,
                    row * segments + following,
                    (row + 1) * segments + following,
                    (row + 1) * segments + step,
                )
            )
    return solid(name, vertices, faces, material)


def rounded_profile(radius, low, high, bevel, steps=8):
    """The profile of a cylinder whose two edges are rounded, for `lathe`."""
    points = [(0.0, low)]
    for step in range(steps + 1):
        angle = math.pi / 2 * step / steps
        points.append(
            (radius - bevel + bevel * math.sin(angle), low + bevel - bevel * math.cos(angle))
        )
    for step in range(steps + 1):
        angle = math.pi / 2 * step / steps
        points.append(
            (radius - bevel + bevel * math.cos(angle), high - bevel + bevel * math.sin(angle))
        )
    return points + [(0.0, high)]


def tube(name, points, radius, material, segments=24, closed=False, caps=True):
    """A round tube along points, with half-ball ends unless `caps` is off."""
    path = [Vector(p) for p in points]
    frames = _frames(path, closed)
    vertices, faces = [], []
    rings = []
    if caps and not closed:
        rings += [(0, angle) for angle in _cap_angles(start=True)]
    rings += [(i, None) for i in range(len(path))]
    if caps and not closed:
        rings += [(len(path) - 1, angle) for angle in _cap_angles(start=False)]
    for index, cap in rings:
        tangent, normal, binormal = frames[index]
        reach = 0.0 if cap is None else radius * math.sin(cap)
        width = radius if cap is None else radius * math.cos(cap)
        for step in range(segments):
            angle = 2 * math.pi * step / segments
            vertices.append(
                path[index]
                + tangent * reach
                + (normal * math.cos(angle) + binormal * math.sin(angle)) * width
            )
    count = len(rings)
    for row in range(count if closed else count - 1):
        above = (row + 1) % count
        for step in range(segments):
            following = (step + 1) % segments
            faces.append(
                (
                    row * segments + step,
                    row * segments + following,
                    above * segments + following,
                    above * segments + step,
                )
            )
    return solid(name, vertices, faces, material)


def ribbon(name, points, ups, width, thickness, material, closed=False, bevel=None):
    """A flat band along points; `ups` gives the direction of its width at each point."""
    path = [Vector(p) for p in points]
    bevel = min(width, thickness) * 0.45 if bevel is None else bevel
    outline = _rounded_rectangle(width, thickness, bevel)
    vertices, faces = [], []
    for index, here in enumerate(path):
        before = path[index - 1] if closed or index else path[0]
        after = path[(index + 1) % len(path)] if closed or index + 1 < len(path) else path[-1]
        tangent = (after - before).normalized()
        up = Vector(ups[index]).normalized()
        side = tangent.cross(up).normalized()
        up = side.cross(tangent).normalized()
        vertices += [here + up * a + side * b for a, b in outline]
    count, around = len(path), len(outline)
    for row in range(count if closed else count - 1):
        above = (row + 1) % count
        for step in range(around):
            following = (step + 1) % around
            faces.append(
                (
                    row * around + step,
                    row * around + following,
                    above * around + following,
                    above * around + step,
                )
            )
    if not closed:
        faces.append(tuple(range(around))[::-1])
        faces.append(tuple((count - 1) * around + step for step in range(around)))
    return solid(name, vertices, faces, material)


def rounded_box(name, size, bevel, material, segments=6):
    """A box with rounded edges, centred."""
    mesh = bpy.data.meshes.new(name)
    work = bmesh.new()
    bmesh.ops.create_cube(work, size=1)
    bmesh.ops.scale(work, vec=size, verts=work.verts)
    bmesh.ops.bevel(
        work, geom=work.edges, offset=bevel, segments=segments, profile=0.5, affect='EDGES'
    )
    work.to_mesh(mesh)
    work.free()
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = math.radians(40)
    item = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(item)
    item.data.materials.append(material)
    return item


def sharp_box(name, size, material):
    """A box whose edges are not rounded, centred: walls, which pieces of it make as one."""
    vertices = [(x * size[0] / 2, y * size[1] / 2, z * size[2] / 2) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return solid(name, vertices, faces, material)


def ball(name, radius, material, shape=None, detail=160):
    """A sphere; `shape` takes a unit direction and gives the factor on the radius there."""
    vertices, faces = [], []
    rows, columns = detail, detail * 2
    for row in range(rows + 1):
        polar = math.pi * row / rows
        for column in range(columns):
            angle = 2 * math.pi * column / columns
            way = Vector(
                (math.sin(polar) * math.cos(angle), math.sin(polar) * math.sin(angle), math.cos(polar))
            )
            vertices.append(way * radius * (shape(way) if shape else 1))
    for row in range(rows):
        for column in range(columns):
            following = (column + 1) % columns
            faces.append(
                (
                    row * columns + column,
                    (row + 1) * columns + column,
                    (row + 1) * columns + following,
                    row * columns + following,
                )
            )
    return solid(name, vertices, faces, material)


def smooth(points, steps=16, closed=False):
    """A curve through the points (Catmull-Rom), `steps` pieces between two of them."""
    path = [Vector(p) for p in points]
    count = len(path)
    curve = []
    for index in range(count if closed else count - 1):
        around = [
            path[(index + offset) % count] if closed else path[max(0, min(count - 1, index + offset))]
            for offset in (-1, 0, 1, 2)
        ]
        for step in range(steps):
            curve.append(_catmull_rom(*around, step / steps))
    return curve if closed else curve + [path[-1]]


def bent(points, radius, steps=14):
    """Straight pieces between the points, each corner rounded like a bent pipe."""
    path = [Vector(p) for p in points]
    curve = [path[0]]
    for before, corner, after in zip(path, path[1:], path[2:]):
        inward, outward = (before - corner).normalized(), (after - corner).normalized()
        half = math.acos(max(-1, min(1, inward.dot(outward)))) / 2
        centre = corner + (inward + outward).normalized() * (radius / math.sin(half))
        start = corner + inward * (radius / math.tan(half)) - centre
        sweep = math.pi - 2 * half
        axis = start.cross(corner - centre).normalized()
        curve += [centre + Matrix.Rotation(sweep * i / steps, 3, axis) @ start for i in range(steps + 1)]
    return curve + [path[-1]]


def place(items, location=(0, 0, 0), rotation=(0, 0, 0)):
    """Moves objects together: degrees about X, then Y, then Z, then the shift."""
    turn = Matrix.Identity(4)
    for axis, degrees in zip('XYZ', rotation):
        turn = Matrix.Rotation(math.radians(degrees), 4, axis) @ turn
    move = Matrix.Translation(Vector(location)) @ turn
    bpy.context.view_layer.update()
    for item in items:
        item.matrix_world = move @ item.matrix_world
    bpy.context.view_layer.update()
    return items


def _cap_angles(start, steps=8):
    angles = [math.pi / 2 * step / steps for step in range(1, steps + 1)]
    return [-a for a in reversed(angles)] if start else angles


def _frames(path, closed):
    frames = []
    normal = None
    for index in range(len(path)):
        before = path[index - 1] if closed or index else path[0]
        after = path[(index + 1) % len(path)] if closed or index + 1 < len(path) else path[-1]
        tangent = (after - before).normalized()
        if normal is None:
            helper = Vector((0, 0, 1)) if abs(tangent.z) < 0.9 else Vector((1, 0, 0))
            normal = tangent.cross(helper).normalized()
        else:
            normal = (normal - tangent * normal.dot(tangent)).normalized()
        frames.append((tangent, normal, tangent.cross(normal)))
    return frames


def _rounded_rectangle(width, height, bevel, steps=4):
    points = []
    for corner_x, corner_y, first in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        for step in range(steps + 1):
            angle = math.radians(first + 90 * step / steps)
            points.append(
                (
                    corner_x * (width / 2 - bevel) + bevel * math.cos(angle),
                    corner_y * (height / 2 - bevel) + bevel * math.sin(angle),
                )
            )
    return points


def _catmull_rom(before, start, end, after, part):
    return 0.5 * (
        2 * start
        + (end - before) * part
        + (2 * before - 5 * start + 4 * end - after) * part**2
        + (3 * start - before - 3 * end + after) * part**3
    )
